import { fold } from '@app/lists';
import { listingKey, type ListingKey } from '@app/listings';
import type { FeedListing, RefusedEntry } from '@app/reaxml';

/** The offers that a full feed may be limited to. */
export const FEED_OFFERS = ['sale', 'rent'] as const;

/** Ways of matching new entries with stored listings. */
export const FEED_MATCHES = ['address'] as const;

/** The sender's statements about listings that a feed does not name (B80). */
export interface FeedScope {
  /** The offices that a full feed speaks for; default: those that it names. */
  readonly agentID?: readonly string[] | undefined;
  /** The offers that a full feed speaks for. Default: those that it names of an office, or both if it names none. */
  readonly offer?: readonly (typeof FEED_OFFERS)[number][] | undefined;
  /** The number of listings that a full feed may withdraw even if they are more than a third. */
  readonly confirm?: number | undefined;
  /** `address`: a new entry takes over the current listing at its address. */
  readonly match?: (typeof FEED_MATCHES)[number] | undefined;
}

/** The kind of a listing, as far as it decides the offer. */
interface HomeKind {
  readonly listingType: string;
  readonly commercialListingType: string;
}

/** A stored listing. */
export type Home = ListingKey & HomeKind;

/** Commercial listings may be for sale or for lease: an offer of its own. */
type Offer = (typeof FEED_OFFERS)[number] | 'both';

function offerOf({ listingType, commercialListingType }: HomeKind): Offer {
  if (listingType === 'rental' || commercialListingType === 'lease') return 'rent';
  return commercialListingType === 'both' ? 'both' : 'sale';
}

/** The offer of an entry; undefined if the entry does not contain it. */
function offerIn(entry: FeedListing | RefusedEntry): Offer | undefined {
  // A deletion, or an entry that cannot be read, names its listing alone.
  if (entry.kind === 'refused' || entry.status === 'deleted') return undefined;
  const { listingType, status, patch } = entry;
  const { commercialListingType, commercialRent, price } = patch;
  if (listingType !== 'commercial' || commercialListingType)
    return offerOf({ listingType, commercialListingType: commercialListingType ?? '' });
  if (status === 'leased' || (commercialRent && !price)) return 'rent';
  return status === 'sold' || price ? 'sale' : undefined;
}

/** Whether an entry may be about a stored listing by its type and offer. */
export const isAlike = (home: Home, entry: FeedListing): boolean =>
  home.listingType === entry.listingType && offerOf(home) === (offerIn(entry) ?? offerOf(home));

export const isSameOffer = (one: Home, other: Home): boolean => offerOf(one) === offerOf(other);

/** The listings of an account that a feed names, and the current ones that it speaks for. */
export class NamedListings {
  private readonly keys = new Set<string>();
  /** The former keys of listings that entries have taken over. */
  private readonly formerKeys = new Set<string>();
  /** The offers that the feed names, by office. */
  private readonly offers = new Map<string, Set<Offer>>();
  private readonly requested: ReadonlySet<string> | undefined;

  /** @param current the current listings before a full feed, by `listingKey` */
  constructor(
    private readonly websiteID: number,
    private readonly scope: FeedScope,
    private readonly current: ReadonlyMap<string, Home>,
  ) {
    this.requested = scope.agentID && new Set(scope.agentID.map(fold));
  }

  add(entry: FeedListing | RefusedEntry): void {
    const { agentID, uniqueID } = entry;
    const key = listingKey({ websiteID: this.websiteID, agentID, uniqueID });
    this.keys.add(key);
    const offers = this.offers.get(fold(agentID)) ?? new Set();
    this.offers.set(fold(agentID), offers);
    const stored = this.current.get(key);
    const offer = offerIn(entry) ?? (stored ? offerOf(stored) : undefined);
    if (offer) offers.add(offer);
  }

  has(key: ListingKey): boolean {
    return this.keys.has(listingKey(key));
  }

  /** Whether an entry may take over a listing by their offices. */
  mayTakeOver({ agentID }: ListingKey, entry: FeedListing): boolean {
    return fold(agentID) === fold(entry.agentID) || (this.requested?.has(fold(agentID)) ?? false);
  }

  /** Records that an entry has taken over a listing. */
  addFormer(key: ListingKey): void {
    this.formerKeys.add(listingKey(key));
  }

  /** The current listings that the feed speaks for, and those of them that it does not name. */
  get covered(): { readonly count: number; readonly missing: readonly Home[] } {
    const covered = [...this.current].filter(([, home]) => this.covers(home));
    const missing = covered.filter(([key]) => !this.keys.has(key) && !this.formerKeys.has(key));
    return { count: covered.length, missing: missing.map(([, home]) => home) };
  }

  private covers(home: Home): boolean {
    const office = fold(home.agentID);
    const named = this.offers.get(office);
    if (!(this.requested ? this.requested.has(office) : named)) return false;
    const offers: ReadonlySet<Offer> = this.scope.offer ? new Set(this.scope.offer) : (named ?? new Set(FEED_OFFERS));
    const offer = offerOf(home);
    return offers.has(offer) || (offer === 'both' && offers.has('sale') && offers.has('rent'));
  }
}
