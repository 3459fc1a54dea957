import type { AccountText } from '@app/accounts';
import { idOf } from '@app/documents';
import { LRUCache } from 'lru-cache';
import type { Shown } from '@app/cache';
import { listingCard, type CardSource } from './listing-card.js';
import type { LocationAccuracy } from './listing.kinds.js';

/** The version keys of a listing, which name its text for ever (ADR 22). */
export interface ListingVersionKeys {
  readonly listingID: number;
  readonly version: string;
  /** The version key of its account. */
  readonly website: string;
  /** The version keys of its agents, in order; null without agents. */
  readonly agents: string | null;
}

/** The texts of the listing itself; the documents are JSON texts. */
export interface ListingText {
  readonly document: string;
  readonly address: string;
  readonly slugValues: SlugValues;
  readonly propertyUid: string;
  readonly listingType: string;
  /** What its coordinates are; null without any. */
  readonly locationAccuracy: LocationAccuracy | null;
}

/** A listing with its account and agents; the agents are JSON texts, separated by commas. */
export interface WholeListingRow extends ListingText, AccountText {
  readonly agents: string;
}

/** The texts of the account and the agents of a listing. */
export interface ListingContext {
  readonly account: AccountText;
  /** The agents in the form of the representation: JSON texts, or names in cards. */
  readonly agents: readonly string[];
}

/** The version keys of a listing's agents. */
export const agentVersionKeys = ({ agents }: Pick<ListingVersionKeys, 'agents'>): readonly string[] =>
  agents?.split(',') ?? [];

/** The account and the agents that a listing shows. */
export const shownWith = (row: Pick<ListingVersionKeys, 'website' | 'agents'>): Shown => ({
  account: [idOf(row.website)],
  agent: agentVersionKeys(row).map(idOf),
});

export type SlugValues = Readonly<Record<string, string>>;

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** Parsed templates, most recently used: fixed texts and names in turn. */
const templates = new LRUCache<string, readonly string[]>({ max: 1_000 });

function partsOf(template: string): readonly string[] {
  let parts = templates.get(template);
  if (!parts) templates.set(template, (parts = template.split(/\{([^}]*)\}/)));
  return parts;
}

/** The path of a listing by its account's template for the type, else by the default template (D29). */
export function listingSlug(template: string | undefined, slugValues: SlugValues): string {
  const [start = '', ...parts] = partsOf(template || DEFAULT_TEMPLATE);
  let path = start;
  for (let at = 0; at < parts.length; at += 2) path += `${slugValues[parts[at] ?? ''] ?? ''}${parts[at + 1] ?? ''}`;
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/** The list representation, with the property's id in the address (D33). */
export function presentListingItem(text: ListingText, context: ListingContext): string {
  const address = first('_id', text.propertyUid, text.address);
  return `{${text.document}${ofAccount(text, context)},"address":${address},"website":${context.account.website}}`;
}

/** The card, with the agents' names. */
export function presentListingCard(row: ListingVersionKeys & ListingText, { account, agents }: ListingContext): string {
  const { document, address, listingType, slugValues } = row;
  const listing = JSON.parse(`{${document},"address":${address}}`) as Omit<
    CardSource,
    'websiteID' | 'locationAccuracy'
  >; // a stored listing
  const links = listingLink(account, listingType, slugValues);
  const accuracy = { locationAccuracy: row.locationAccuracy ?? undefined };
  return listingCard({ ...listing, ...accuracy, websiteID: idOf(row.website) }, { agents, ...links });
}

/** The single representation. */
export function presentListing(text: ListingText, context: ListingContext): string {
  return `{${text.document}${ofAccount(text, context)},"address":${text.address},"website":${context.account.website}}`;
}

/** A listing inside a property's single read: `website` contains `_id` (D33). */
export function presentPropertyListing(text: ListingText, context: ListingContext): string {
  const website = first('_id', context.account.uid, context.account.website);
  return `{${text.document}${ofAccount(text, context)},"address":${text.address},"website":${website}}`;
}

/** The account and agent texts of a whole row. */
export const contextOf = ({ agents, ...account }: WholeListingRow): ListingContext => ({
  account,
  agents: agents === '' ? [] : [agents],
});

/** The members after the document, from the account and the agents. */
function ofAccount(
  { listingType, locationAccuracy, slugValues }: ListingText,
  { account, agents }: ListingContext,
): string {
  const { slug, link } = listingLink(account, listingType, slugValues);
  const accuracy = locationAccuracy ? `,"locationAccuracy":"${locationAccuracy}"` : '';
  return `,"agents":[${agents.join(',')}],"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}${accuracy}`;
}

/** The path of a listing's page, and its URL. */
export function listingLink(account: AccountText, listingType: string, slugValues: SlugValues) {
  const slug = listingSlug(account.slugTemplates[listingType], slugValues);
  return { slug, link: `${account.link}${slug}` };
}

/** The text of a JSON object with an additional first member. */
const first = (name: string, value: unknown, object: string): string =>
  `{"${name}":${JSON.stringify(value)},${object.slice(1)}`;
