import { uuid } from '@testing';
import {
  type AccountLine,
  type AgentLine,
  type DatedListing,
  Dice,
  isRent,
  isShownBy,
  priceOf,
  type World,
} from '@testing/brute-force';

/** The side that a line belongs to. The two directories differ only in data hidden from the audience. */
export type Side = 'one' | 'other';

const HIDDEN_SHARE = 0.35;

/** The recipient of a response: a `public` key, or the pair of an account that shows none of the listings (B72). */
export type Asking = 'public' | 'account';

/** The account of the `public` key: it also shows listings of offices of its main account (D32). */
export const SITE = 12;

/** The fields of a listing that owners hide. */
interface Hides {
  readonly address: boolean;
  /** The address with its suburb. */
  readonly suburb: boolean;
  readonly price: boolean;
  /** The price is shown, but the rent is not. */
  readonly rent: boolean;
}

/** The listings of a world, some with hidden fields, whose values depend on the side. */
export function directoryOf(world: World, side: Side, asking: Asking = 'public'): World {
  const dice = new Dice(7);
  const listings = world.listings.map((listing) => {
    const hides = {
      address: dice.chance(HIDDEN_SHARE),
      suburb: dice.chance(HIDDEN_SHARE),
      price: dice.chance(HIDDEN_SHARE),
      rent: listing.listingType === 'rental' && dice.chance(HIDDEN_SHARE),
    };
    const isSeen = isSeenBy(asking, listing, world);
    return {
      seen: isSeen ? hiding(listing, hides, side, world) : notSeen(listing, side, asking),
      isLast: hides.address || !isSeen,
    };
  });
  return {
    ...world,
    // Accounts see some data of other accounts and of agents that visitors do not see.
    accounts: world.accounts.map((account) => accountOf(account, asking === 'public' ? side : 'one')),
    agents: world.agents.map((agent) => agentOf(agent, asking === 'public' ? side : 'one')),
    // Properties get their ids from the listings that visitors see.
    listings: listings.toSorted((a, b) => Number(a.isLast) - Number(b.isLast)).map(({ seen }) => seen),
  };
}

/** An account sees every listing except homes that are marked hidden: some of the homes that are off the market. */
const isSeenBy = (asking: Asking, listing: DatedListing, world: World): boolean =>
  asking === 'public'
    ? hasSeenStatus(listing, world)
    : !(['withdrawn', 'offmarket'].includes(listing.status) && listing.id % 2 === 0);

/** The key sees current listings, and sold and leased ones of its website (B53). */
export const hasSeenStatus = (listing: DatedListing, world: World): boolean =>
  listing.status === 'current' || (['sold', 'leased'].includes(listing.status) && isShownBy(listing, SITE, world));

function hiding(listing: DatedListing, hides: Hides, side: Side, world: World): DatedListing {
  const { address, suburb, price, rent } = hides;
  const placed = address ? hidingAddress(listing, side) : listing;
  const hidden = hidingSale(address && suburb ? hidingSuburb(placed, side, world) : placed, side);
  return price || rent ? hidingPrice(hidden, rent && !price, side) : hidden;
}

/** A sale whose price the agency hides. */
function hidingSale(listing: DatedListing, side: Side): DatedListing {
  const { soldDetails } = listing;
  if (listing.status === 'sold' && (soldDetails?.display ?? 'yes') === 'yes') return listing;
  return { ...listing, soldDetails: { ...soldDetails, price: side === 'one' ? 700_000 : 800_000, display: 'no' } };
}

/**
 * The former state of the listings of a side. Visitors see the same changes on both sides. A hidden value has changed on
 * one side only, or on both sides to different prices.
 */
export function formerListings(world: World, side: Side): readonly DatedListing[] {
  return directoryOf(world, side).listings.map((listing) => {
    if (!hasSeenStatus(listing, world)) return side === 'one' ? { ...listing, price: { value: listing.id } } : listing;
    const { price, status, id, soldDetails: _later, ...rest } = listing;
    if (price?.display === false || price?.rent?.display === false) {
      const wasShown = { display: true, ...(price.rent && { rent: { ...price.rent, display: true } }) };
      const isChanged = side === 'one' || id % 3 === 0;
      return isChanged ? { ...listing, price: { ...price, value: 77, ...(id % 2 === 0 && wasShown) } } : listing;
    }
    // It was off the market for a time.
    if (status === 'current' && id % 3 === 0) return side === 'one' ? { ...listing, status: 'withdrawn' } : listing;
    return { ...rest, id, status: 'current', price: { ...price, value: (price?.value ?? 0) + 5_000 } };
  });
}

/** The ids of current listings whose price is lower than the former one, and was shown. */
export function reducedListings(world: World, side: Side): ReadonlySet<number> {
  const former = new Map(formerListings(world, side).map((listing) => [listing.id, listing]));
  const isReduced = (listing: DatedListing): boolean => {
    const was = former.get(listing.id);
    const isShown = listing.price?.display !== false && listing.price?.rent?.display !== false;
    const isOffered = listing.status === 'current' && was?.status === 'current' && isRent(was) === isRent(listing);
    return isShown && isOffered && (priceOf(listing) ?? Infinity) < (priceOf(was) ?? 0);
  };
  return new Set(
    directoryOf(world, side)
      .listings.filter(isReduced)
      .map(({ id }) => id),
  );
}

/** On one side the address in the world, perhaps with a visible listing at the same address; on the other side elsewhere. */
function hidingAddress(listing: DatedListing, side: Side): DatedListing {
  const { suburb = '', state = '', postcode = '', country = '' } = listing.address;
  const elsewhere = {
    suburb,
    state,
    postcode,
    country,
    street: `Secret Street ${listing.id % 7}`,
    streetNumber: String(listing.id % 50),
    subNumber: '77',
    lotNumber: '9',
    latitude: '-31.5',
    longitude: '150.25',
  };
  const address = side === 'one' ? listing.address : elsewhere;
  return {
    ...listing,
    address: { ...address, display: false },
    details: {
      site: `Tower ${side}`,
      estate: { name: side },
      project: { id: side },
      streetDirectory: { page: side },
      municipality: 'Seen',
    },
  };
}

/** On the other side in another suburb of the state. */
function hidingSuburb(listing: DatedListing, side: Side, world: World): DatedListing {
  const { suburb, state } = listing.address;
  const isElsewhere = ({ address }: DatedListing) => address.state === state && address.suburb !== suburb;
  const other = side === 'one' ? undefined : world.listings.find(isElsewhere)?.address;
  return {
    ...listing,
    address: { ...listing.address, ...(other && { suburb: other.suburb, postcode: other.postcode }) },
    details: { ...(listing['details'] as object), municipality: side, region: side, suburbDisplay: false },
  };
}

function hidingPrice(listing: DatedListing, isRentAlone: boolean, side: Side): DatedListing {
  const other = (amount: number) => (side === 'one' ? amount : amount + 12_345 + (listing.id % 9) * 1_000);
  const { price, commercialRent } = listing;
  const value = side === 'other' && listing.id % 3 === 0 ? {} : { value: other(price?.value ?? 300_000) };
  const rent = price?.rent && {
    ...price.rent,
    price: other(price.rent.price ?? 400),
    ...(isRentAlone ? { display: false } : {}),
  };
  const details = listing['details'] as object | undefined;
  return {
    ...listing,
    price: { ...(rent ? { rent } : {}), ...value, display: isRentAlone, priceView: 'Ask the agent' },
    ...(commercialRent ? { commercialRent: { ...commercialRent, value: other(commercialRent.value ?? 9) } } : {}),
    details: {
      ...details,
      bond: other(1_000),
      priceRange: { min: other(1), max: other(2) },
      rentPerSquareMetre: { min: other(3), max: other(4) },
      otherRents: [{ price: other(5), period: 'monthly', display: true }],
      auctionOutcome: { result: 'passed-in', maxBid: other(6) },
    },
    soldDetails: { ...listing.soldDetails, price: other(7) },
  };
}

/** The audience does not see the listing at all. */
const notSeen = (listing: DatedListing, side: Side, asking: Asking): DatedListing =>
  side === 'one' || asking === 'account'
    ? { ...listing, ...(asking === 'account' && hiddenHome(listing, side)) }
    : {
        ...listing,
        status: 'withdrawn',
        headline: 'Another one',
        agents: [],
        price: { value: 1 },
        features: { bedrooms: 9 },
        address: { ...listing.address, street: `Past Lane ${listing.id}` },
        modtime: '2030-01-01T00:00:00.000Z',
      };

const hiddenHome = ({ id, address }: DatedListing, side: Side) => ({
  status: 'offmarket',
  feed: { isHidden: true },
  ...(side === 'other' && { headline: 'Another one', address: { ...address, street: `Past Lane ${id}` } }),
});

/** The same identifiers and dates on both sides. */
const dated = (kind: number, id: number) => ({
  _id: uuid(kind, id),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
});

/** Visitors do not see them. `isDisplayToFrontEnd` decides what they see (B76), and is the same on both sides. */
const SWITCHES = ['isWebsiteClient', 'sendToCms', 'showOnPortalBubble'];

const accountOf = (account: AccountLine, side: Side) => ({
  ...account,
  ...dated(4, account.websiteID),
  integrations: { reviews: `https://${side}.example/reviews`, privacyPolicyLink: 'https://same.example/privacy' },
  hooks: [{ name: side, url: `https://${side}.example/hook`, trigger: '' }],
  feedAgentIDs: [`FEED-${side}-${account.websiteID}`],
  ...Object.fromEntries(SWITCHES.map((name) => [name, side === 'one'])),
  ...(account.status === false && side === 'other' ? { name: 'Another name', address: { suburb: 'Elsewhere' } } : {}),
});

const agentOf = (agent: AgentLine, side: Side) => ({
  ...agent,
  ...dated(3, agent.id),
  email: { agency: agent.email?.agency ?? '', crm: `${side}-${agent.slug}@crm.example` },
});

export const hidesSuburb = ({ details }: DatedListing): boolean =>
  (details as { suburbDisplay?: boolean } | undefined)?.suburbDisplay === false;

/** The directory as if no hidden data had been supplied. */
export function seenByPublic(world: World): World {
  const enabled = new Set(world.accounts.flatMap(({ status, websiteID }) => (status === false ? [] : [websiteID])));
  const seen = world.listings.filter((line) => hasSeenStatus(line, world) && enabled.has(line.websiteID));
  return { ...world, listings: seen.map((line) => withoutPrice(withoutAddress(line))) };
}

function withoutAddress(line: DatedListing): DatedListing {
  const { suburb = '', state = '', postcode = '', display } = line.address;
  if (hidesSuburb(line))
    // The state is a word of the search, and matches no place.
    return {
      ...line,
      headline: [(line as { headline?: string }).headline, state].join(' '),
      address: { suburb: '', state: '', postcode: '', fullAddress: ' ' },
    };
  // A space matches no text.
  return display === false ? { ...line, address: { suburb, state, postcode, fullAddress: ' ' } } : line;
}

function withoutPrice(line: DatedListing): DatedListing {
  const { display, rent } = line.price ?? {};
  if (display !== false && rent?.display !== false) return line;
  const { commercialRent: _hidden, soldDetails: { price: _price, ...sale } = {}, ...rest } = line;
  const { available } = rent ?? {};
  const details = { ...(line['details'] as object | undefined), priceRange: undefined };
  return { ...rest, details, soldDetails: sale, price: { rent: available === undefined ? {} : { available } } };
}
