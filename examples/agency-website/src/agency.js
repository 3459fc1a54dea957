import {
  clusterListings,
  countListings,
  createClient,
  listAgents,
  listInspections,
  listListingCards,
  listSimilarListings,
  mapSuburbs,
  readAccount,
  readAgent,
  readIdentity,
  readInspectionsCalendar,
  readListing,
  readListingCalendar,
  readListingHistory,
} from 'agency-directory-client';

/** @import { AccountRead, ClientOptions, ListingCard, ListListingCardsData } from 'agency-directory-client' */
/** @typedef {NonNullable<ListListingCardsData['query']>} ListingsQuery */

const PER_PAGE = 12;
/** A map shows so many names of suburbs. */
const ON_MAP = 100;
/** The zoom at which all homes are looked at, to find where most of them are. */
const OVERVIEW_ZOOM = 10;

/** The states of listings that have a page: most visitors look for a current one. */
export const SHOWN = /** @type {const} */ (['current', 'sold', 'leased']);

/** A path that can be of a listing: the directory makes every part of letters, digits and hyphens. */
const LISTING_PATH = /^(\/[\p{L}\p{N}-]+)+$/u;

/** How long the profile of the agency is kept: every page shows it. */
const PROFILE_MS = 60_000;

/** What the website of one agency reads of the directory. */
export class Agency {
  /** @type {number | undefined} */
  known;
  /** @type {Promise<AccountRead> | undefined} */
  kept;
  keptUntil = 0;

  /** @param {ClientOptions} access with a key pair of the scope `public` */
  constructor(access) {
    // A visitor waits for the page: no long pauses.
    this.client = createClient({ retry: { attempts: 3, maxWaitMs: 1_000 }, ...access });
  }

  /** The numeric id of the agency, as its key pair knows it. @returns {Promise<number>} */
  async websiteID() {
    this.known ??= Number((await readIdentity({ client: this.client })).data.websiteID);
    return this.known;
  }

  /** Name, colours, contacts, text about the agency. */
  profile() {
    const last = this.kept;
    if (last && Date.now() < this.keptUntil) return last;
    this.keptUntil = Date.now() + PROFILE_MS;
    // While the directory does not answer, the last one stands.
    this.kept = this.readProfile().catch((error) => last ?? this.forget(error));
    return this.kept;
  }

  /** @param {unknown} error @returns {never} */
  forget(error) {
    this.kept = undefined;
    throw error;
  }

  async readProfile() {
    const { data } = await readAccount({ client: this.client, path: { id: String(await this.websiteID()) } });
    return data;
  }

  /** A page of cards. @param {ListingsQuery} query */
  async cards(query) {
    const own = { websiteID: await this.websiteID(), limit: PER_PAGE };
    const { data } = await listListingCards({ client: this.client, query: { ...own, ...query } });
    return data;
  }

  /** How many homes are where. @param {ListingsQuery} filters */
  async clusters(filters, zoom = OVERVIEW_ZOOM) {
    const query = { ...filters, websiteID: await this.websiteID(), zoom };
    const { data } = await clusterListings({ client: this.client, query });
    return data.data;
  }

  /** A page of open homes and auctions, the next ones first. @param {ListingsQuery} filters */
  async openHomes(filters) {
    const query = { limit: 4 * PER_PAGE, ...filters, websiteID: await this.websiteID() };
    return (await listInspections({ client: this.client, query })).data;
  }

  /** All of them as an iCalendar. @param {ListingsQuery} filters */
  async openHomesCalendar(filters) {
    const query = { ...filters, websiteID: await this.websiteID() };
    return (await readInspectionsCalendar({ client: this.client, query })).data;
  }

  /** The suburbs of a map. @param {string} bbox */
  async suburbsOnMap(bbox) {
    const { data } = await mapSuburbs({ client: this.client, query: { bbox, limit: ON_MAP } });
    return data.features;
  }

  /** How many homes each choice of the search form finds. @param {ListingsQuery} filters */
  async counts(filters) {
    const query = { ...filters, websiteID: await this.websiteID() };
    const facets = /** @type {const} */ (['listingType', 'category', 'bedrooms', 'features']);
    const { data } = await countListings({ client: this.client, query: { ...query, facets: [...facets] } });
    return data.facets;
  }

  /** The listing at a path of the website, its history, and the agency's homes that are like it. @param {string} path */
  async listing(path) {
    const card = await this.card(path);
    if (!card) return undefined;
    const request = { client: this.client, path: { id: String(card.id) } };
    const [listing, history, similar] = await Promise.all([
      readListing(request),
      readListingHistory(request),
      listSimilarListings({ ...request, query: { websiteID: await this.websiteID(), limit: 3 } }),
    ]);
    return { card, listing: listing.data, history: history.data.data, similar: similar.data.data };
  }

  /** The inspections and the auction of the listing at a path, as an iCalendar. @param {string} path */
  async listingCalendar(path) {
    const card = await this.card(path);
    return card && (await readListingCalendar({ client: this.client, path: { id: String(card.id) } })).data;
  }

  /**
   * The card of the listing at a path, which ends with the agency's own number of the listing: a search for words finds it. A
   * path of something else costs nothing, a wrong one three searches.
   * @param {string} path
   * @param {readonly (typeof SHOWN)[number][]} statuses
   * @returns {Promise<ListingCard | undefined>}
   */
  async card(path, [status, ...others] = SHOWN) {
    if (!status || !LISTING_PATH.test(path)) return undefined;
    const { data } = await this.cards({ s: path.split('/').at(-1) ?? '', status });
    return data.find(({ slug }) => slug === path) ?? this.card(path, others);
  }

  async agents() {
    const { data } = await listAgents({
      client: this.client,
      query: { websiteID: await this.websiteID(), limit: 100 },
    });
    return data.data;
  }

  /** An agent, and the homes of the agent. @param {string} slug */
  async agent(slug) {
    const { client } = this;
    const { data: found } = await listAgents({ client, query: { websiteID: await this.websiteID(), slug } });
    const [item] = found.data;
    if (!item) return undefined;
    const [agent, homes] = await Promise.all([
      readAgent({ client, path: { id: String(item.id) } }),
      this.cards({ agentSlug: slug, limit: 24 }),
    ]);
    return { agent: agent.data, homes };
  }
}
