import { accountTexts, type AccountSource } from '@app/accounts';
import { currentCards } from '@app/agents';
import type { Shown } from '@app/snapshot-cache';
import { renewedListing } from './listing.documents.js';

/** The columns read for a listing; documents are JSON texts. */
export interface ListingRow {
  readonly document: string;
  readonly address: string;
  readonly propertyUid: string;
  /** JSON text of the agents in the form of this representation. */
  readonly agents: string;
  readonly website: string;
  readonly websiteID: number;
  readonly websiteUid: string;
  readonly websiteLink: string;
  /** The account's template for this listing type. */
  readonly slugTemplate: string | null;
  readonly slugValues: Readonly<Record<string, string>>;
  /** Whether the texts of the listing have another representation version. */
  readonly staleListing: boolean;
  readonly staleAccount: AccountSource | null;
}

/** The row with texts of the current version; they nearly always have it already. */
function current(row: ListingRow): ListingRow {
  const { staleListing, staleAccount } = row;
  const agents = currentCards(row.agents);
  if (!staleListing && !staleAccount && agents === row.agents) return row;
  const website = staleAccount ? accountTexts(staleAccount).listingSummary : row.website;
  const { document, address, slugValues } = staleListing
    ? renewedListing({ document: row.document, address: row.address })
    : row;
  return { ...row, document, address, slugValues, website, agents };
}

/** The account and the agents whose data is shown with a listing. */
export const shownWith = ({ websiteID, agents }: Pick<ListingRow, 'websiteID' | 'agents'>): Shown => ({
  account: [websiteID],
  agent: Array.from(agents.matchAll(AGENT_ID), ([, id]) => Number(id)),
});

/** Quotes inside of texts are escaped, so this is found nowhere else. */
const AGENT_ID = /"id" ?: ?(\d+)/g;

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The path of a listing by its account's template, else by the default template (D29). */
export function listingSlug({ slugTemplate, slugValues }: ListingRow): string {
  return (slugTemplate || DEFAULT_TEMPLATE)
    .replace(/\{([^}]*)\}/g, (_, name: string) => slugValues[name] ?? '')
    .replace(/\/{2,}/g, '/');
}

/** The list representation, with the property's id in the address (D33). */
export function presentListingItem(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${first('_id', row.propertyUid, row.address)},"website":${row.website}}`;
}

/** The single representation. */
export function presentListing(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${row.address},"website":${row.website}}`;
}

/** A listing inside a property's single read: `website` contains `_id` (D33). */
export function presentPropertyListing(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${row.address},"website":${first('_id', row.websiteUid, row.website)}}`;
}

/** The listing inside a property's list representation: that of a listing list, with `websiteID` (D33). */
export function presentPropertyItemListing(row: ListingRow): string {
  return first('websiteID', row.websiteID, presentListingItem(row));
}

function common(row: ListingRow): string {
  const slug = listingSlug(row);
  const link = `${row.websiteLink.replace(/\/+$/, '')}${slug}`;
  return `${row.document},"agents":${row.agents},"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}`;
}

/** The text of a JSON object with an additional first member. */
const first = (name: string, value: unknown, object: string): string =>
  `{"${name}":${JSON.stringify(value)},${object.slice(1)}`;
