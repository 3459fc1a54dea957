import { accountTextOf, type AccountText, type AccountTextRow } from '@app/accounts';
import { currentCards } from '@app/agents';
import { idOf } from '@app/documents';
import type { Shown } from '@app/snapshot-cache';
import { renewedListing } from './listing.documents.js';
import type { ListingLineRow } from './listing.export.js';

/** What names the text of a listing for ever (ADR 27). */
export interface ListingStamp {
  readonly listingID: number;
  readonly version: string;
  /** The stamp of its account. */
  readonly website: string;
  /** The stamps of its agents, in order; null when it has none. */
  readonly agents: string | null;
}

/** The texts of a listing itself; documents and slug values are JSON texts. */
export interface ListingText {
  readonly document: string;
  readonly address: string;
  readonly slugValues: string;
  readonly propertyUid: string;
  readonly listingType: string;
  /** Whether its address has coordinates. */
  readonly isOnMap: boolean;
  /** The private data, when they have another representation version; else null. */
  readonly renewal: ListingLineRow['private'] | null;
}

/** A listing with all that it shows; the agents as JSON texts with commas between. */
export interface WholeListingRow extends ListingText, AccountTextRow {
  readonly agents: string;
}

/** What a listing shows of other things. */
export interface ListingSurroundings {
  readonly account: AccountText;
  /** The agents in the form of the representation, as JSON texts. */
  readonly agents: readonly string[];
}

/** The stamps of a listing's agents. */
export const agentStamps = ({ agents }: Pick<ListingStamp, 'agents'>): readonly string[] => agents?.split(',') ?? [];

/** The account and the agents whose data is shown with a listing. */
export const shownWith = (row: Pick<ListingStamp, 'website' | 'agents'>): Shown => ({
  account: [idOf(row.website)],
  agent: agentStamps(row).map(idOf),
});

export type SlugValues = Readonly<Record<string, string>>;

/** The texts in the current version; they nearly always have it already. */
function current(text: ListingText) {
  const { propertyUid, listingType, isOnMap, document, address, slugValues, renewal } = text;
  const stored = { propertyUid, listingType, isOnMap };
  if (renewal) return { ...stored, ...renewedListing({ document, address, private: renewal }) };
  return { ...stored, document, address, slugValues: JSON.parse(slugValues) as SlugValues }; // written by listingTexts
}

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The path of a listing by its account's template for the type, else by the default template (D29). */
export function listingSlug(template: string | undefined, slugValues: SlugValues): string {
  const path = (template || DEFAULT_TEMPLATE).replace(/\{([^}]*)\}/g, (_, name: string) => slugValues[name] ?? '');
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
}

/** The list representation, with the property's id in the address (D33). */
export function presentListingItem(stored: ListingText, around: ListingSurroundings): string {
  const text = current(stored);
  const address = first('_id', text.propertyUid, text.address);
  return `{${text.document}${ofAccount(text, around)},"address":${address},"website":${around.account.website}}`;
}

/** The single representation. */
export function presentListing(stored: ListingText, around: ListingSurroundings): string {
  const text = current(stored);
  return `{${text.document}${ofAccount(text, around)},"address":${text.address},"website":${around.account.website}}`;
}

/** A listing inside a property's single read: `website` contains `_id` (D33). */
export function presentPropertyListing(stored: ListingText, around: ListingSurroundings): string {
  const text = current(stored);
  const website = first('_id', around.account.uid, around.account.website);
  return `{${text.document}${ofAccount(text, around)},"address":${text.address},"website":${website}}`;
}

/** What a whole row shows of other things. */
export function surroundingsOf(row: WholeListingRow): ListingSurroundings {
  const cards = currentCards(`[${row.agents}]`).slice(1, -1);
  return { account: accountTextOf(row), agents: cards === '' ? [] : [cards] };
}

/** The members behind the document that come from the account and the agents. */
function ofAccount(
  {
    listingType,
    isOnMap,
    slugValues,
  }: Pick<ListingText, 'listingType' | 'isOnMap'> & { readonly slugValues: SlugValues },
  { account, agents }: ListingSurroundings,
): string {
  const { slug, link } = listingLink(account, listingType, slugValues);
  const accuracy = isOnMap ? `,"locationAccuracy":"exact"` : '';
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
