import * as directory from 'agency-directory-client';
import { LRUCache } from 'lru-cache';
import { SavedSearches } from './saved-searches.js';

/** @import { AccountRead, ClientOptions, ListingCard, ListAgentsData, ListListingCardsData, Suggestion } from 'agency-directory-client' */
/** @import { Card } from './badges.js' */
/** @typedef {{ text: string, match: readonly (readonly number[])[], path?: string }} Suggested a place, or a home of the agency with its path */
/** @typedef {NonNullable<ListListingCardsData['query']>} ListingsQuery */
/** @typedef {NonNullable<ListAgentsData['query']>} AgentsQuery */

const PER_PAGE = 12;

/** The statuses of listings that have a page; most visitors look for a current one. */
export const SHOWN = /** @type {const} */ (['current', 'sold', 'leased']);

/** The filters by type of place. */
const FILTERS = { suburb: 'fullSuburb', postcode: 'postcode', region: 'region', area: 'areaname', address: 'address' };

/** The most places that typed words are compared with. */
const MOST_PLACES = 5;

/** The time for a response of the directory. */
const MOST_MS = 5_000;

/** The form of a listing's path. */
const LISTING_PATH = /^(\/(?=.*[\p{L}\p{N}])[\p{L}\p{N}-]{1,100})+$/u;

/**
 * What a site may have: a pair of the scope `full`, with which visitors save searches, a credential of the scope `link`, with
 * which calendar programs read the directory, and the address of a style for MapLibre.
 * @typedef {{ fullKeys?: Partial<ClientOptions>, link?: string, mapStyle?: string }} AgencyOptions
 */

/** A text without its commas and spaces at the ends. @param {string} text */
const plain = (text) =>
  text
    .replaceAll(/[,\s]+/g, ' ')
    .trim()
    .toLowerCase();

/** A directory that does not answer in time is away. @param {(request: Request, options: RequestInit) => Promise<Response>} send @returns {(request: Request) => Promise<Response>} */
const inTime = (send) => (request) => send(request, { signal: AbortSignal.timeout(MOST_MS) });

/** @typedef {Pick<Suggestion, 'type' | 'text' | 'suburb' | 'state' | 'postcode' | 'regionName' | 'areaName'>} Place */

/** The names of a place, the shortest first. @param {Place} place */
function namesOf({ type, text, suburb, state, postcode, regionName, areaName }) {
  const [name = ''] = {
    suburb: [suburb],
    postcode: [postcode],
    region: [regionName],
    area: [areaName],
    address: [text],
  }[type];
  return [name, `${name} ${state}`, `${name} ${postcode}`, text];
}

/** The filters for a place. @param {Place} place */
function filtersOf(place) {
  const [name = ''] = namesOf(place);
  return { [FILTERS[place.type]]: [place.type === 'suburb' ? place.text : name], state: [place.state] };
}

/** Reads the data of one agency's website from the directory. */
export class Agency {
  /**
   * @param {ClientOptions} access with a key pair of the scope `public`
   * @param {AgencyOptions} [options]
   */
  constructor(access, { fullKeys, link, mapStyle } = {}) {
    this.baseUrl = access.baseUrl;
    this.link = link;
    this.mapStyle = mapStyle;
    // A visitor is waiting for the page, so pauses must be short.
    const quick = { retry: { attempts: 2, maxWaitMs: 1_000 }, ...access, fetch: inTime(access.fetch ?? fetch) };
    this.client = directory.createClient(quick);
    this.full = fullKeys && directory.createClient({ ...quick, ...fullKeys });
    this.saved = this.full && new SavedSearches(this, this.full);
    /** The profile, which every page shows. While the directory does not answer, the last one is used. @type {LRUCache<'profile', AccountRead>} */
    this.kept = new LRUCache({ max: 1, ttl: 60_000, allowStaleOnFetchRejection: true, fetchMethod: () => this.read() });
    /** Suggestions for what visitors type. @type {LRUCache<string, Suggested[]>} */
    this.suggested = new LRUCache({ max: 1_000, ttl: 60_000, fetchMethod: (q) => this.suggest(q) });
  }

  /** A request for the listings that the agency shows. @template {object} Query @param {Query} query */
  async own(query) {
    return { client: this.client, query: { ...query, websiteID: (await this.profile()).websiteID } };
  }

  /** Name, colours, contacts and description of the agency. */
  profile = () => this.kept.forceFetch('profile');

  /** The key pair identifies the agency. */
  async read() {
    const { data: identity } = await directory.readIdentity({ client: this.client });
    const path = { id: String(identity.websiteID) };
    const { data } = await directory.readAccount({ client: this.client, path });
    return { ...data, link: data.link.replace(/\/+$/, '') };
  }

  /** A page of cards. @param {ListingsQuery} query */
  async cards(query) {
    return (await directory.listListingCards(await this.own({ limit: PER_PAGE, ...query }))).data;
  }

  /** A page of cards that know whether their price was reduced. @param {ListingsQuery} query */
  async homes(query) {
    const page = await this.cards(query);
    return { ...page, data: await this.withReductions(page.data) };
  }

  /** @param {readonly ListingCard[]} cards @returns {Promise<Card[]>} */
  async withReductions(cards) {
    const ids = cards.flatMap(({ id, status }) => (status === 'current' ? [String(id)] : []));
    const { data } = ids.length > 0 ? await this.cards({ ids, priceReduced: true, limit: ids.length }) : { data: [] };
    return cards.map((card) => ({ ...card, isReduced: data.some(({ id }) => id === card.id) }));
  }

  /** The numbers of homes by place; the zoom 10 shows where most of them are. @param {ListingsQuery} filters */
  async clusters(filters, zoom = 10) {
    return (await directory.clusterListings(await this.own({ ...filters, zoom }))).data.data;
  }

  /** The suburbs of a map, limited to the number of names that it can show. @param {string} bbox */
  async suburbsOnMap(bbox) {
    return (await directory.mapSuburbs({ client: this.client, query: { bbox, limit: 100 } })).data.features;
  }

  /** The number of homes for each choice of the search form. @param {ListingsQuery} filters */
  async counts(filters) {
    const facets = /** @type {const} */ (['category', 'bedrooms', 'bathrooms', 'carspaces', 'price', 'features']);
    return (await directory.countListings(await this.own({ ...filters, facets: [...facets] }))).data.facets;
  }

  /** The suburbs in which the agency has homes, with their numbers. @param {ListingsQuery} filters */
  async suburbs(filters) {
    const facets = /** @type {const} */ (['fullSuburb']);
    const query = await this.own({ ...filters, facets: [...facets], facetLimit: 200 });
    return (await directory.countListings(query)).data.facets.fullSuburb ?? [];
  }

  /** Prices of sold homes of this year and last year. @param {ListingsQuery} filters */
  async sales(filters) {
    const { client, query } = await this.own({ ...filters, status: undefined });
    // With an end date the directory can cache the numbers.
    const until = new Date().toISOString().slice(0, 10);
    return (await directory.readListingStatistics({ client, query: { ...query, until, period: 'year', periods: 2 } }))
      .data;
  }

  /** The suburb of a path: "hurstville-nsw-2220". @param {string} slug */
  async suburb(slug) {
    return (await directory.listSuburbs({ client: this.client, query: { slug, limit: 1 } })).data.data[0];
  }

  /** The numbers of a place by quarter, and those of the last twelve months by category; without a place, of the agency's own homes. @param {Place} [place] */
  async market(place) {
    const { client } = this;
    const { query } = place ? { query: filtersOf(place) } : await this.own({});
    const [quarters, year] = await Promise.all([
      directory.readListingStatistics({ client, query: { ...query, period: 'quarter', periods: 8 } }),
      directory.readListingStatistics({ client, query: { ...query, period: 'year', periods: 2, by: 'category' } }),
    ]);
    return { quarters: quarters.data, categories: year.data.groups ?? [] };
  }

  /** A page of open homes and auctions, the next ones first. @param {ListingsQuery} query */
  async openHomes(query) {
    return (await directory.listInspections(await this.own({ limit: 4 * PER_PAGE, ...query }))).data;
  }

  /** All open homes and auctions as an iCalendar. @param {ListingsQuery} filters */
  async openHomesCalendar(filters) {
    return (await directory.readInspectionsCalendar(await this.own(filters))).data;
  }

  /**
   * The address of a calendar in the directory, for calendar programs; undefined without a link.
   * @param {string} path @param {Readonly<Record<string, unknown>>} [filters]
   */
  subscription(path, filters = {}) {
    if (!this.link) return undefined;
    const pairs = Object.entries({ ...filters, link: this.link }).filter(([, value]) => value !== undefined);
    return `${this.baseUrl.replace(/^https?:/, 'webcal:')}/api/v1/${path}?${new URLSearchParams(pairs)}`;
  }

  /** The listing at a path of the website, its history, and similar homes of the agency. @param {string} path */
  async listing(path) {
    const card = await this.card(path);
    if (!card) return undefined;
    const request = { client: this.client, path: { id: String(card.id) } };
    const [{ data: listing }, { data: history }, { data: similar }] = await Promise.all([
      directory.readListing(request),
      directory.readListingHistory(request),
      directory.listSimilarListings({ ...request, ...(await this.own({ limit: 4 })) }),
    ]);
    return { card, listing, history: history.data, similar: await this.withReductions(similar.data) };
  }

  /** The inspections and the auction of the listing at a path, as an iCalendar. @param {string} path */
  async listingCalendar(path) {
    const card = await this.card(path);
    return card && (await directory.readListingCalendar({ client: this.client, path: { id: String(card.id) } })).data;
  }

  /**
   * The card of the listing at a path. The path ends with the agency's own number of the listing, which a search for words finds.
   * A path of another kind costs nothing, a wrong number costs three searches.
   * @param {string} path
   * @param {readonly (typeof SHOWN)[number][]} statuses
   * @returns {Promise<ListingCard | undefined>}
   */
  async card(path, [status, ...others] = SHOWN) {
    if (!status || !LISTING_PATH.test(path)) return undefined;
    const { data } = await this.cards({ s: path.split('/').at(-1) ?? '', status: [status] });
    return data.find(({ slug }) => slug === path) ?? this.card(path, others);
  }

  async agents() {
    return (await directory.listAgents(await this.own({ limit: 100 }))).data.data;
  }

  /** A page of the agents with homes in a place; without a place, the agency's own. @param {AgentsQuery} query */
  async findAgents({ sort = 'sales-desc', ...query }) {
    const page = { ...query, sort, limit: PER_PAGE };
    const request = query.listsIn ? { client: this.client, query: page } : await this.own(page);
    return (await directory.listAgents(request)).data;
  }

  /** Places that are like a text. @param {string} q @param {number} [limit] @param {'address'[]} [also] other types */
  async places(q, limit = MOST_PLACES, also = []) {
    const types = /** @type {const} */ (['suburb', 'postcode', 'region', 'area']);
    const query = { q, limit, types: [...types, ...also] };
    return (await directory.suggestPlaces({ client: this.client, query })).data.data;
  }

  /** The place that a text names; undefined for other words. @param {string} [text] */
  async placeOf(text = '') {
    const words = plain(text);
    return words
      ? (await this.places(text)).find((place) => namesOf(place).some((name) => plain(name) === words))
      : undefined;
  }

  /**
   * Places for a field; for words (`s`) also addresses of the agency's homes. Other addresses are left out.
   * @param {string} given the field and the text: "s 139 burk"
   * @returns {Promise<Suggested[]>}
   */
  async suggest(given) {
    const [field = '', q = ''] = given.split(/ (.*)/s);
    const found = field === 's' ? await this.places(q, 6, ['address']) : await this.places(q, 6);
    const ids = found.flatMap(({ propertyID }) => (propertyID ? [String(propertyID)] : []));
    const { websiteID } = await this.profile();
    const request = { client: this.client, query: { ids } };
    const homes = ids.length > 0 ? (await directory.listPropertyCards(request)).data.data : [];
    const own = homes.filter(({ listings }) => listings.websiteID === websiteID);
    return found.flatMap(({ text, match, propertyID }) => {
      const path = own.find(({ id }) => id === propertyID)?.listings.slug;
      return propertyID && !path ? [] : [{ text, match, path }];
    });
  }

  /**
   * Sends a visitor's message to the agency. With the pair of the scope `full` only the site limits visitors; for a `public`
   * pair, the directory counts all visitors as one.
   * @param {'listing' | 'agent' | 'account'} recipient @param {string} id of the recipient
   * @param {directory.CreateEnquiry} body @param {string} key a message with the same key is sent once
   */
  async enquire(recipient, id, body, key) {
    const { createEnquiry, createAgentEnquiry, createAccountEnquiry } = directory;
    const create = { listing: createEnquiry, agent: createAgentEnquiry, account: createAccountEnquiry }[recipient];
    const client = this.full ?? this.client;
    const { response } = await create({ client, path: { id }, body, headers: { 'Idempotency-Key': key } });
    // A proxy may answer with a page of its own.
    if (response.status !== 201) throw new Error(`The message was answered with status ${response.status}`);
  }

  /** An agent with the agent's homes. @param {string} slug */
  async agent(slug) {
    const [item] = (await directory.listAgents(await this.own({ slug }))).data.data;
    if (!item) return undefined;
    const request = { client: this.client, path: { id: String(item.id) } };
    const [agent, homes] = await Promise.all([
      directory.readAgent(request),
      this.homes({ agentSlug: slug, limit: 24 }),
    ]);
    return { agent: agent.data, homes };
  }
}
