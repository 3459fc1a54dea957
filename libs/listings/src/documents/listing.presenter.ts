import { LRUCache } from 'lru-cache';
import type { Shown } from '@app/cache';
import { shownTogether, type Presented, featureOfAddress, withDistances, type Distant } from '@app/lists';
import { parseStored } from '@app/schema';
import { wholeCard } from './listing-card.js';
import type { LocationAccuracy } from '../dto/listing.kinds.js';

/** The columns of a row that every representation needs. */
interface ListingRow {
  readonly websiteID: number;
  readonly listingID: number;
  readonly listingUid: string;
  /** Null if the address is hidden. */
  readonly propertyID: number | null;
  /** The accuracy of its coordinates; null without coordinates. */
  readonly locationAccuracy: LocationAccuracy | null;
  readonly slugValues: SlugValues;
  /** The link of its account, without a trailing slash. */
  readonly link: string;
  /** The account's template for paths of listings of this type. */
  readonly slugTemplate: string | null;
  /** The account, as JSON text. */
  readonly website: string;
  /** JSON texts of the agents, separated by commas. */
  readonly agents: string;
}

/** A listing with its account and agents, without the data hidden from the recipient. Documents are JSON texts. */
export interface WholeListingRow extends ListingRow {
  readonly document: string;
  readonly address: string;
  /** Null if the address is hidden. */
  readonly propertyUid: string | null;
  readonly timeZone: string;
  /** The object identifier of its account. */
  readonly uid: string;
  /** The coordinates of its suburb, if the address is hidden; null if unknown. */
  readonly suburbLatitude: number | null;
  readonly suburbLongitude: number | null;
}

/** The versions of the data in a row of a page (ADR 9). */
interface Versions {
  readonly version: string;
  /** The row version of its account. */
  readonly accountVersion: string;
  /** The ids and row versions of its agents, `1 700,2 701`; null without agents. */
  readonly agentVersions: string | null;
}

/** A listing of a page. */
export interface ListedRow extends WholeListingRow, Versions {}

/** The stored card of a listing, and its link. */
export interface StoredCardRow extends Omit<ListingRow, 'website' | 'agents'> {
  /** The stored members, as JSON without braces. */
  readonly card: string;
}

/** The card of a listing of a page. */
export interface CardRow extends StoredCardRow, ListingRow, Versions {}

/** The columns of the account and the agents that a listing shows. */
type ShownRow = Pick<ListedRow, 'websiteID' | 'agentVersions'>;

/** The account and agents that a listing shows. */
const shownWith = ({ websiteID, agentVersions }: ShownRow): Shown => ({
  account: [websiteID],
  agent: agentVersions?.split(',').map((agent) => Number.parseInt(agent, 10)) ?? [],
});

type SlugValues = Readonly<Record<string, string>>;

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** Parsed templates: fixed texts and placeholder names, alternating. */
const templates = new LRUCache<string, readonly string[]>({ max: 1_000 });

function partsOf(template: string): readonly string[] {
  let parts = templates.get(template);
  if (!parts) templates.set(template, (parts = template.split(/\{([^}]*)\}/)));
  return parts;
}

/** The path of a listing by its account's template for the type, or else the default template (D29). */
export function listingSlug(template: string | null, slugValues: SlugValues): string {
  const [start = '', ...parts] = partsOf(template || DEFAULT_TEMPLATE);
  let path = start;
  for (let at = 0; at < parts.length; at += 2) path += `${slugValues[parts[at] ?? ''] ?? ''}${parts[at + 1] ?? ''}`;
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/** The list representation; the address contains the property's object identifier (D33). */
export const presentListingItem = (row: WholeListingRow): string =>
  whole(row, row.propertyUid === null ? addressOf(row) : first('_id', row.propertyUid, addressOf(row)), row.website);

/** The card (B73), built without parsing. */
export const presentListingCard = (row: CardRow): string =>
  wholeCard({
    identity: `${identityOf(row)},"websiteID":${row.websiteID}${accuracyOf(row.locationAccuracy)}`,
    stored: row.card,
    agents: row.agents,
    website: row.website,
    ...listingLink(row),
  });

/** The single representation. */
export const presentListing = (row: WholeListingRow): string => whole(row, addressOf(row), row.website);

/** A listing inside a property's single read; `website` contains `_id` (D33). */
export const presentPropertyListing = (row: WholeListingRow): string =>
  whole(row, addressOf(row), first('_id', row.uid, row.website));

/** The document with the members from columns, the account and the agents. */
function whole(row: WholeListingRow, address: string, website: string): string {
  const { slug, link } = listingLink(row);
  const accuracy = accuracyOf(isPlacedBySuburb(row) ? 'suburb' : row.locationAccuracy);
  const members = `"timeZone":"${row.timeZone}","agents":[${row.agents}],"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}${accuracy}`;
  return `{${identityOf(row)},${row.document},${members},"address":${address},"website":${website}}`;
}

const identityOf = ({ listingUid, listingID, propertyID }: ListingRow): string =>
  `"_id":"${listingUid}","id":${listingID}${propertyID === null ? '' : `,"propertyID":${propertyID}`}`;

const accuracyOf = (accuracy: LocationAccuracy | null): string => (accuracy ? `,"locationAccuracy":"${accuracy}"` : '');

/** The address data of a listing, which may be hidden. */
type Located = Pick<WholeListingRow, 'address' | 'suburbLatitude' | 'suburbLongitude'>;

const isPlacedBySuburb = ({ suburbLatitude, suburbLongitude }: Located): boolean =>
  suburbLatitude !== null && suburbLongitude !== null;

/** The address; a hidden address has the coordinates of its suburb. */
export function addressOf(row: Located): string {
  if (!isPlacedBySuburb(row)) return row.address;
  const place = { latitude: String(row.suburbLatitude), longitude: String(row.suburbLongitude) };
  return JSON.stringify({ ...parseStored<object>(row.address), ...place });
}

/** The path and URL of a listing's page. */
export function listingLink({
  link,
  slugTemplate,
  slugValues,
}: Pick<ListingRow, 'link' | 'slugTemplate' | 'slugValues'>) {
  const slug = listingSlug(slugTemplate, slugValues);
  return { slug, link: `${link}${slug}` };
}

/** The text of a JSON object with an additional first member. */
const first = (name: string, value: unknown, object: string): string =>
  `{"${name}":${JSON.stringify(value)},${object.slice(1)}`;

/** The items of a page with their distances, and the accounts and agents that they show. */
export const presentItems = (rows: readonly (ShownRow & Distant)[], texts: readonly string[]): Presented => {
  const items = withDistances(texts, rows);
  return { items, others: shownTogether(rows, shownWith), features: () => items.map(featureOfAddress) };
};
