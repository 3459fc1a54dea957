import * as directory from 'agency-directory-client';

/** @import { ClientOptions, SearchItem, SearchMatchItem } from 'agency-directory-client' */
/** @import { Agency } from './agency.js' */
/** @import { Search } from './search.js' */
/** @typedef {{ cursor: string, matches?: readonly SearchMatchItem[] }} News */

/** The searches of a visitor. */
export const MOST_SEARCHES = 10;
/** Maximum pages of matches per search and visit; the next visit continues from there. */
const MOST_PAGES = 5;

/** The searches that visitors save, with the second key pair of the agency. */
export class SavedSearches {
  /** @param {Agency} agency @param {ClientOptions} access with a pair of the scope `full`, which stays on the server */
  constructor(agency, access) {
    this.agency = agency;
    this.client = directory.createClient({ retry: { attempts: 3, maxWaitMs: 1_000 }, ...access });
  }

  /** @param {string} reference of the visitor */
  async list(reference) {
    const query = { reference, limit: MOST_SEARCHES };
    return (await directory.listSearches({ client: this.client, query })).data.data;
  }

  /** Saves a search once, up to the limit of searches per visitor. @param {string} reference @param {Search} search */
  async save(reference, { filters, chosen }) {
    const own = { ...filters, websiteID: (await this.agency.profile()).websiteID };
    const query = String(new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)])));
    const saved = await this.list(reference);
    if (saved.length >= MOST_SEARCHES || saved.some((search) => search.query === query)) return;
    const words = chosen.map(([text]) => text).join(', ');
    // A name has no @, and at most 200 characters.
    const name = words.replaceAll('@', ' ').slice(0, 100) || 'All homes';
    await directory.createSearch({ client: this.client, body: { name, query, reference, notify: ['new', 'price'] } });
  }

  /** Deletes a search, only if it belongs to the visitor. @param {string} reference @param {string} id */
  async delete(reference, id) {
    const own = (await this.list(reference)).some((search) => String(search.id) === id);
    if (own) await directory.deleteSearch({ client: this.client, path: { id } });
  }

  /** The matches since a cursor; none if the cursor has expired. @param {SearchItem} search @param {string} [since] @returns {Promise<News>} */
  async news({ id, cursor }, since = cursor) {
    return this.matches(id, since).catch(async (error) => {
      if (error instanceof directory.ProblemError && [400, 410].includes(error.status))
        return { cursor: (await this.matches(id, 'now')).cursor };
      throw error;
    });
  }

  /** @param {number} id @param {string} since @returns {Promise<Required<News>>} */
  async matches(id, since, pages = MOST_PAGES) {
    const request = { client: this.client, path: { id: String(id) }, query: { since } };
    const { data, cursor, hasNext } = (await directory.listSearchMatches(request)).data;
    if (!hasNext || pages === 1) return { matches: data, cursor };
    const rest = await this.matches(id, cursor, pages - 1);
    return { ...rest, matches: [...data, ...rest.matches] };
  }
}
