import * as directory from 'agency-directory-client';
import { cut } from './words.js';

/** @import { SearchItem, SearchMatchItem } from 'agency-directory-client' */
/** @import { Agency } from './agency.js' */
/** @import { Search } from './search.js' */
/** @typedef {{ cursor: string, hasNext?: boolean, matches?: readonly SearchMatchItem[] }} News */

/** The searches of a visitor. */
export const MOST_SEARCHES = 10;
/** The searches that visitors save, with the second key pair of the agency. */
export class SavedSearches {
  /** @param {Agency} agency @param {directory.Client} client with a pair of the scope `full` */
  constructor(agency, client) {
    this.agency = agency;
    this.client = client;
  }

  /** @param {string} reference of the visitor */
  async list(reference) {
    const query = { reference, limit: MOST_SEARCHES };
    return (await directory.listSearches({ client: this.client, query })).data.data;
  }

  /** Saves a search once, up to the limit of searches per visitor. @param {string} reference @param {Search} search @returns {Promise<'saved' | 'full'>} */
  async save(reference, search) {
    const own = { ...search.filters, websiteID: (await this.agency.profile()).websiteID };
    const values = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    const query = String(new URLSearchParams(values));
    const saved = await this.list(reference);
    if (saved.some((one) => one.query === query)) return 'saved';
    if (saved.length >= MOST_SEARCHES) return 'full';
    const words = [search.offer?.name, ...search.chosen.map(([text]) => text)].join(', ');
    // A name has no @, and at most 200 characters.
    const name = cut(words.replaceAll('@', ' '), 80);
    await directory.createSearch({ client: this.client, body: { name, query, reference, notify: ['new', 'price'] } });
    return 'saved';
  }

  /** Deletes a search, only if it belongs to the visitor. @param {string} reference @param {string} id */
  async delete(reference, id) {
    const own = (await this.list(reference)).some((search) => String(search.id) === id);
    if (own) await directory.deleteSearch({ client: this.client, path: { id } });
  }

  /** A page of matches since a cursor, from which the next visit continues; none if the cursor has expired. @param {SearchItem} search @param {string} [since] @returns {Promise<News>} */
  async news({ id, cursor }, since = cursor) {
    try {
      const { data: matches, ...page } = await this.matches(id, since);
      return { ...page, matches };
    } catch (error) {
      if (error instanceof directory.ProblemError && [400, 410].includes(error.status))
        return { cursor: (await this.matches(id, 'now')).cursor };
      throw error;
    }
  }

  /** @param {number} id @param {string} since */
  async matches(id, since) {
    return (await directory.listSearchMatches({ client: this.client, path: { id: String(id) }, query: { since } }))
      .data;
  }
}
