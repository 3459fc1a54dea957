import type { ListingLine } from '../../factories/listing.factory.js';
import type { SuburbLine } from '../../factories/suburb.factory.js';

export type { AddressParts, ListingLine } from '../../factories/listing.factory.js';
export type { SuburbLine } from '../../factories/suburb.factory.js';

/** The parts of an account's address, or of a listing's, that name a place. */
export interface PlaceParts {
  readonly suburb?: string;
  readonly state?: string;
  readonly postcode?: string;
}

/** A line of `accounts.ndjson`, as far as the lists depend on it. */
export interface AccountLine {
  readonly websiteID: number;
  readonly name: string;
  readonly link: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly status?: boolean;
  readonly type?: string;
  readonly isWebsiteClient?: boolean;
  readonly config?: { readonly listingTypes: { readonly hasForSale: boolean; readonly hasForRent: boolean } };
  readonly subsiteDetails?: {
    readonly mainWebsiteID: number | null;
    readonly listingSource: string;
    readonly listingOfficeIDs: readonly string[];
  };
  readonly address?: PlaceParts & { readonly streetNumber?: string; readonly street?: string };
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A line of `agents.ndjson`, as far as the lists depend on it. */
export interface AgentLine {
  readonly id: number;
  readonly websiteID: number;
  readonly name: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly slug: string;
  readonly email?: { readonly agency: string; readonly crm: string };
  readonly departments?: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A listing line whose identity and dates the test has decided. */
export interface DatedListing extends ListingLine {
  readonly _id: string;
  readonly id: number;
  readonly agents: readonly { readonly id: number }[];
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every line of a small directory, for the service to import and for the naive reading to read. */
export interface World {
  readonly suburbs: readonly SuburbLine[];
  readonly accounts: readonly AccountLine[];
  readonly agents: readonly AgentLine[];
  readonly listings: readonly DatedListing[];
  /** What "future" means. */
  readonly now: number;
}

/** The parameters of a request, as texts. */
export type Query = Readonly<Record<string, string>>;
