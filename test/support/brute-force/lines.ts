import type { ListingLine } from '../../factories/listing.factory.js';
import type { SuburbLine } from '../../factories/suburb.factory.js';

export type { AddressParts, ListingLine } from '../../factories/listing.factory.js';
export type { SuburbLine } from '../../factories/suburb.factory.js';

/** The parts of an address of an account or a listing that name a place. */
export interface PlaceParts {
  readonly suburb?: string;
  readonly state?: string;
  readonly postcode?: string;
}

/** The address of an account. */
export interface OfficeAddress extends PlaceParts {
  readonly streetNumber?: string;
  readonly street?: string;
  readonly latitude?: string;
  readonly longitude?: string;
}

/** A line of `accounts.ndjson`, with the fields that the lists depend on. */
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
  readonly isDisplayToFrontEnd?: boolean;
  readonly address?: OfficeAddress;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A line of `agents.ndjson`, with the fields that the lists depend on. */
export interface AgentLine {
  readonly id: number;
  readonly _id: string;
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

/** A listing line whose identity and dates the test has set. */
export interface DatedListing extends ListingLine {
  readonly _id: string;
  readonly id: number;
  readonly agents: readonly { readonly id: number }[];
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A change of the status of a listing. */
export interface StatusChange {
  readonly at: string;
  /** The status before. */
  readonly was: string;
}

/** All lines of a small directory. The service imports them, and the naive reading reads them. */
export interface World {
  readonly suburbs: readonly SuburbLine[];
  readonly accounts: readonly AccountLine[];
  readonly agents: readonly AgentLine[];
  readonly listings: readonly DatedListing[];
  /** The ids of listings with a reduced price. */
  readonly reduced?: ReadonlySet<number>;
  /** The changes of status by listing, the oldest first. */
  readonly histories?: ReadonlyMap<number, readonly StatusChange[]>;
  /** The current time, for the meaning of "future". */
  readonly now: number;
}

/** The parameters of a request as texts. */
export type Query = Readonly<Record<string, string>>;
