import { accountTexts, type AccountSource } from '@app/accounts';
import { currentCards } from '@app/agents';
import { renewedListing } from './listing.documents.js';

/** What is read of a listing; documents as JSON texts. */
export interface ListingRow {
  readonly document: string;
  readonly address: string;
  readonly propertyUid: string;
  /** JSON text of the agents in the form that the representation has. */
  readonly agents: string;
  readonly website: string;
  readonly websiteID: number;
  readonly websiteUid: string;
  readonly websiteLink: string;
  /** That of the account for this type of listing. */
  readonly slugTemplate: string | null;
  readonly slugValues: Readonly<Record<string, string>>;
  /** Whether the texts of the listing are of another build. */
  readonly staleListing: boolean;
  readonly staleAccount: AccountSource | null;
}

/** With texts of this build, of which they nearly always are. */
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

const DEFAULT_TEMPLATE = '/{category}/{address.state}/{address.suburb}/{uniqueID}';

/** The path of a listing by its account's template, else by the default one (D29). */
export function listingSlug({ slugTemplate, slugValues }: ListingRow): string {
  return (slugTemplate || DEFAULT_TEMPLATE)
    .replace(/\{([^}]*)\}/g, (_, name: string) => slugValues[name] ?? '')
    .replace(/\/{2,}/g, '/');
}

/** The list representation: the address names its property (D33). */
export function presentListingItem(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${first('_id', row.propertyUid, row.address)},"website":${row.website}}`;
}

/** The single representation. */
export function presentListing(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${row.address},"website":${row.website}}`;
}

/** A listing of a property's single read: its `website` carries `_id` (D33). */
export function presentPropertyListing(stored: ListingRow): string {
  const row = current(stored);
  return `{${common(row)},"address":${row.address},"website":${first('_id', row.websiteUid, row.website)}}`;
}

/** The listing that a property shows in lists: the list representation and `websiteID` (D33). */
export function presentPropertyItemListing(row: ListingRow): string {
  return first('websiteID', row.websiteID, presentListingItem(row));
}

function common(row: ListingRow): string {
  const slug = listingSlug(row);
  const link = `${row.websiteLink.replace(/\/+$/, '')}${slug}`;
  return `${row.document},"agents":${row.agents},"slug":${JSON.stringify(slug)},"link":${JSON.stringify(link)}`;
}

/** A JSON object's text with one more member in front. */
const first = (name: string, value: unknown, object: string): string =>
  `{"${name}":${JSON.stringify(value)},${object.slice(1)}`;
