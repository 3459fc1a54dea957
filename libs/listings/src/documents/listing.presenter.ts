import { LRUCache } from 'lru-cache';
import type { Shown } from '@app/cache';
import { shownTogether, type Presented, featureOfAddress, withDistances, type Distant } from '@app/lists';
import { parseStored, publicForm, type Class } from '@app/schema';
import { listingCard, type CardSource } from './listing-card.js';
import type { LocationAccuracy, ListView } from '../dto/listing.kinds.js';

/** The coordinates of the suburb of a listing; null if unknown. */
export interface SuburbCoordinates {
  readonly suburbLatitude: number | null;
  readonly suburbLongitude: number | null;
}

/** The common members of all representations. */
interface Listing {
  readonly locationAccuracy?: LocationAccuracy;
  readonly address: { readonly display: boolean };
  readonly details?: { readonly suburbDisplay?: boolean };
}

/** A listing for the public: a hidden address is replaced by its suburb, with its coordinates, unless that is hidden as well. */
export function publicListing(type: Class, text: string, place: Partial<SuburbCoordinates>): Listing {
  const listing = publicForm(type, JSON.parse(text) as object) as unknown as Listing; // the text of a listing
  if (listing.address.display) return listing;
  // The existence of coordinates is hidden as well.
  const { locationAccuracy: _, ...others } = listing;
  const shown = listing.details?.suburbDisplay === false ? {} : place;
  const located = { ...others, address: { ...listing.address, ...coordinatesOf(shown) } };
  return isKnown(shown) ? { ...located, locationAccuracy: 'suburb' } : located;
}

const isKnown = ({ suburbLatitude, suburbLongitude }: Partial<SuburbCoordinates>): boolean =>
  typeof suburbLatitude === 'number' && typeof suburbLongitude === 'number';

const coordinatesOf = ({ suburbLatitude, suburbLongitude }: Partial<SuburbCoordinates>) => ({
  latitude: String(suburbLatitude ?? ''),
  longitude: String(suburbLongitude ?? ''),
});

/** A listing with its account and agents; the documents are JSON texts. */
export interface WholeListingRow {
  readonly document: string;
  readonly address: string;
  readonly slugValues: SlugValues;
  readonly propertyUid: string;
  readonly listingType: string;
  /** What its coordinates are; null without any. */
  readonly locationAccuracy: LocationAccuracy | null;
  /** The object identifier of its account. */
  readonly uid: string;
  /** The link of its account, without a slash at its end. */
  readonly link: string;
  /** Its account's template for paths of listings of this type. */
  readonly slugTemplate: string | null;
  /** Its account, as JSON text. */
  readonly website: string;
  /** JSON texts, separated by commas. */
  readonly agents: string;
}

/** A listing of a page, with what tells whether it is the same as before (ADR 11). */
export interface ListedRow extends WholeListingRow {
  readonly listingID: number;
  readonly version: string;
  readonly websiteID: number;
  /** The version of the row of its account. */
  readonly accountVersion: string;
  /** The ids and versions of its agents, `1 700,2 701`; null without agents. */
  readonly agentVersions: string | null;
}

/** The account and the agents that a listing shows. */
const shownWith = ({ websiteID, agentVersions }: ListedRow): Shown => ({
  account: [websiteID],
  agent: agentVersions?.split(',').map((agent) => Number.parseInt(agent, 10)) ?? [],
});

type SlugValues = Readonly<Record<string, string>>;

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** Parsed templates, most recently used: fixed texts and names in turn. */
const templates = new LRUCache<string, readonly string[]>({ max: 1_000 });

function partsOf(template: string): readonly string[] {
  let parts = templates.get(template);
  if (!parts) templates.set(template, (parts = template.split(/\{([^}]*)\}/)));
  return parts;
}

/** The path of a listing by its account's template for the type, else by the default template (D29). */
export function listingSlug(template: string | null, slugValues: SlugValues): string {
  const [start = '', ...parts] = partsOf(template || DEFAULT_TEMPLATE);
  let path = start;
  for (let at = 0; at < parts.length; at += 2) path += `${slugValues[parts[at] ?? ''] ?? ''}${parts[at + 1] ?? ''}`;
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/** The list representation, with the property's id in the address (D33). */
export const presentListingItem = (row: WholeListingRow): string =>
  whole(row, first('_id', row.propertyUid, row.address), row.website);

/** The card, with the agents' names. */
function presentListingCard(row: ListedRow): string {
  const { document, address, websiteID } = row;
  const listing = parseStored<Omit<CardSource, 'websiteID' | 'locationAccuracy'>>(`{${document},"address":${address}}`); // a stored listing
  const agents = parseStored<{ name: string }[]>(`[${row.agents}]`).map(({ name }) => name);
  const accuracy = { locationAccuracy: row.locationAccuracy ?? undefined };
  return listingCard({ ...listing, ...accuracy, websiteID }, { agents, ...listingLink(row) });
}

/** The single representation. */
export const presentListing = (row: WholeListingRow): string => whole(row, row.address, row.website);

/** A listing inside a property's single read: `website` contains `_id` (D33). */
export const presentPropertyListing = (row: WholeListingRow): string =>
  whole(row, row.address, first('_id', row.uid, row.website));

/** The document, followed by the members from the account and the agents. */
function whole(row: WholeListingRow, address: string, website: string): string {
  const { slug, link } = listingLink(row);
  const accuracy = row.locationAccuracy ? `,"locationAccuracy":"${row.locationAccuracy}"` : '';
  const members = `"agents":[${row.agents}],"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}${accuracy}`;
  return `{${row.document},${members},"address":${address},"website":${website}}`;
}

/** The path of a listing's page, and its URL. */
function listingLink({ link, slugTemplate, slugValues }: WholeListingRow) {
  const slug = listingSlug(slugTemplate, slugValues);
  return { slug, link: `${link}${slug}` };
}

/** The text of a JSON object with an additional first member. */
const first = (name: string, value: unknown, object: string): string =>
  `{"${name}":${JSON.stringify(value)},${object.slice(1)}`;

const FORMS: Readonly<Record<ListView, (row: ListedRow) => string>> = {
  full: presentListingItem,
  card: presentListingCard,
};

/** A listing in a list, as JSON text. */
export const listingItem = (view: ListView, row: ListedRow): string => FORMS[view](row);

/** The items of a page, with distances, and the accounts and agents that they show. */
export function presentItems(
  view: ListView,
  rows: readonly (ListedRow & Distant)[],
  texts: readonly string[],
): Presented {
  // A card without coordinates has no distance.
  const isHidden = (text: string | undefined) => view === 'card' && text?.includes('"latitude":""');
  const items = withDistances(
    texts,
    rows.map((row, at) => (isHidden(texts[at]) ? {} : row)),
  );
  return { items, others: shownTogether(rows, shownWith), features: () => items.map(featureOfAddress) };
}
