/** A listing as a caller reads it. */
export interface StatedListing {
  readonly id: number;
  readonly status: string;
  readonly listingType: string;
  readonly firstdate: string;
  readonly modtime: string;
  readonly createdAt: string;
  readonly timeZone: string;
  readonly commercialListingType: string;
  readonly underOffer?: boolean;
  readonly price: { readonly value?: number; readonly rent?: { readonly price?: number } };
  readonly details?: {
    readonly priceRange?: { readonly min?: number };
    readonly holiday?: boolean;
    readonly auctionOutcome?: { readonly result?: string; readonly date?: string };
  };
  readonly soldDetails?: { readonly price?: number; readonly date?: string };
  readonly features: { readonly bedrooms?: number };
  readonly address: { readonly suburb: string; readonly state: string; readonly postcode: string };
  readonly category: string;
  readonly agents: readonly { readonly id: number; readonly name: string }[];
  readonly website: { readonly websiteID: number; readonly name: string };
}

/** An entry of the history of a listing, as the operator reads it; the first one is its creation. */
export interface StatedChange {
  readonly at: string;
  readonly kind: string;
  readonly status: string;
}

interface Happening {
  readonly kind: string;
  readonly day: string;
  readonly amount?: number | undefined;
  readonly days?: number | undefined;
}

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function localDay(at: string, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}

/** The weekly rent of a rental that is no holiday home. */
const rentOf = ({ listingType, price, details }: StatedListing): number | undefined =>
  listingType === 'rental' && details?.holiday !== true ? atLeast(10, price.rent?.price) : undefined;

const atLeast = (least: number, amount: number | undefined) =>
  amount !== undefined && amount >= least ? amount : undefined;

const RESULTS: Readonly<Record<string, string>> = {
  'sold-at-auction': 'auction-sold',
  'sold-after-auction': 'auction-sold',
  'sold-prior-to-auction': 'auction-sold-prior',
  'passed-in': 'auction-passed-in',
  'passed-in-vendor-bid': 'auction-passed-in',
  withdrawn: 'auction-withdrawn',
};

/** Whether a home was offered for the first time, or again, after it came. @param isLoaded whether it came with the first load of its account */
function isListed(
  { status, firstdate, createdAt }: StatedListing,
  states: readonly { status: string }[],
  isLoaded: boolean,
): boolean {
  if (![...states, { status }].some((one) => one.status === 'current')) return false;
  if (firstdate > createdAt) return true;
  return !isLoaded && Date.parse(createdAt) - Date.parse(firstdate) <= 30 * DAY;
}

/** The events of a listing, by the rules of SEARCHING.md. Days are those of its own time zone. */
function happenings(listing: StatedListing, entries: readonly StatedChange[], loads: Loads): Happening[] {
  const { status, soldDetails, timeZone, modtime, details } = listing;
  const dayOf = (at: string) => localDay(at, timeZone);
  const [created, ...changes] = entries.filter(({ kind }, at) => at === 0 || kind === 'status');
  const states = created ? [created, ...changes] : [{ at: '', status }];
  const listed = dayOf(listing.firstdate);
  const wasCurrent = states.some((one) => one.status === 'current');
  const isLoaded = listing.createdAt <= (loads.get(listing.website.websiteID) ?? '');
  const found: Happening[] = isListed(listing, states, isLoaded) ? [{ kind: 'listed', day: listed }] : [];
  const { result, date } = details?.auctionOutcome ?? {};
  const outcome = RESULTS[result ?? ''];
  if (outcome && date) found.push({ kind: outcome, day: dayOf(date) });
  const known = new Set<string>();
  for (const [at, { at: since, status: to }] of [...states.entries()].toReversed()) {
    const stands = at === states.length - 1;
    const isSale = to === 'sold';
    if (!['sold', 'leased', 'withdrawn'].includes(to) || (isSale && !stands) || (at === 0 && !stands)) continue;
    const day = isSale && soldDetails?.date ? dayOf(soldDetails.date) : dayOf(at === 0 ? modtime : since);
    if (known.has(`${to} ${day}`)) continue;
    known.add(`${to} ${day}`);
    const amount = isSale ? atLeast(1_000, soldDetails?.price) : rentOf(listing);
    const isKnown = wasCurrent && day >= listed && !(isLoaded && listing.firstdate === listing.createdAt);
    const days = isKnown ? (Date.parse(day) - Date.parse(listed)) / DAY : undefined;
    found.push({ kind: to, day, ...(stands && to !== 'withdrawn' && { amount, days }) });
  }
  return found;
}

/** Interpolates between the two nearest amounts. */
function quantile(amounts: readonly number[], share: number): number {
  const sorted = amounts.toSorted((one, other) => one - other);
  const at = share * (sorted.length - 1);
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (at - Math.floor(at)) * (above - below);
}

const quartiles = (amounts: readonly number[]) =>
  amounts.length < 3
    ? undefined
    : {
        count: amounts.length,
        median: Math.round(quantile(amounts, 0.5)),
        p25: Math.round(quantile(amounts, 0.25)),
        p75: Math.round(quantile(amounts, 0.75)),
      };

function spread(amounts: readonly number[]) {
  const middle = quartiles(amounts);
  return middle && { ...middle, lowest: Math.round(Math.min(...amounts)), highest: Math.round(Math.max(...amounts)) };
}

const given = (amounts: readonly (number | undefined)[]): number[] => amounts.flatMap((amount) => amount ?? []);

function askedPrice({ listingType, price, details, commercialListingType }: StatedListing): number | undefined {
  if (listingType === 'rental') return undefined;
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  return atLeast(1_000, price.value ?? (isLease && !details?.priceRange?.min ? undefined : details?.priceRange?.min));
}

/** The first days of the periods up to a day, and of the next period. */
function firstDays(period: string, periods: number, until: string): string[] {
  const length = { month: 1, quarter: 3, year: 12 }[period] ?? 0;
  const [year = 0, month = 0] = until.split('-').map(Number);
  const first = Math.floor((month - 1) / length) * length;
  return Array.from({ length: periods + 1 }, (_, at) =>
    new Date(Date.UTC(year, first + (at - periods + 1) * length, 1)).toISOString().slice(0, 10),
  );
}

type Loads = ReadonlyMap<number, string>;

/** The first loads of accounts whose listings state when they were created. */
export function loadsOf(listings: readonly StatedListing[]): Loads {
  const loads = new Map<number, string>();
  for (const { website, createdAt } of listings)
    if (createdAt < (loads.get(website.websiteID) ?? '9')) loads.set(website.websiteID, createdAt);
  return loads;
}

/** The parameters of a request for statistics. */
export interface Asked {
  readonly period: string;
  readonly periods: number;
  /** A day. */
  readonly until: string;
  /** The time until which the first load of each account created listings. */
  readonly loads: Loads;
  /** Whether the caller sees that a listing was sold or leased; undefined: everything. */
  readonly seesClosing?: (listing: StatedListing) => boolean;
}

const CLOSINGS: ReadonlySet<string> = new Set(['sold', 'leased']);

const aWeekAgo = (): string => new Date(Date.now() - 7 * DAY).toISOString().slice(0, 10);

/** The statistics of listings, computed from the listings and their histories. */
export function readStatistics(
  listings: readonly StatedListing[],
  histories: ReadonlyMap<number, readonly StatedChange[]>,
  { period, periods, until, loads, seesClosing }: Asked,
) {
  const happenedTo = (listing: StatedListing) =>
    happenings(listing, histories.get(listing.id) ?? [], loads).filter(
      ({ kind }) => !seesClosing || (kind !== 'withdrawn' && (!CLOSINGS.has(kind) || seesClosing(listing))),
    );
  const happened = listings.flatMap(happenedTo);
  const days = firstDays(period, periods, until);
  const current = listings.filter(({ status }) => status === 'current');
  const series = days.slice(0, -1).map((from, at) => {
    const next = days[at + 1] ?? '';
    const within = happened.filter(({ day }) => day >= from && day < next);
    const of = (kind: string) => within.filter((one) => one.kind === kind);
    const marketDays = given(within.map((one) => one.days));
    const [atSale, prior, passedIn, withdrawn] = [
      of('auction-sold').length,
      of('auction-sold-prior').length,
      of('auction-passed-in').length,
      of('auction-withdrawn').length,
    ];
    const sold = atSale + prior;
    const known = sold + passedIn + withdrawn;
    return {
      from,
      to: new Date(Date.parse(next) - DAY).toISOString().slice(0, 10),
      listed: of('listed').length,
      sold: of('sold').length,
      leased: of('leased').length,
      withdrawn: of('withdrawn').length,
      auctions: {
        held: atSale + passedIn,
        sold,
        passedIn,
        withdrawn,
        clearance: known > 0 ? Math.round((100 * sold) / known) : undefined,
      },
      soldPrice: quartiles(given(of('sold').map(({ amount }) => amount))),
      rent: quartiles(given(of('leased').map(({ amount }) => amount))),
      daysOnMarket: marketDays.length < 3 ? undefined : { count: marketDays.length, median: quantile(marketDays, 0.5) },
    };
  });
  return {
    total: listings.length,
    current: {
      count: current.length,
      new: current.flatMap(happenedTo).filter(({ kind, day }) => kind === 'listed' && day > aWeekAgo()).length,
      reduced: 0,
      underOffer: current.filter(({ underOffer }) => underOffer).length,
      price: spread(given(current.map(askedPrice))),
      rent: spread(given(current.map(rentOf))),
    },
    series,
  };
}

type Name = Readonly<Record<string, unknown>>;

const NAMES: Readonly<Record<string, (listing: StatedListing) => readonly Name[]>> = {
  listingType: ({ listingType }) => [{ listingType }],
  bedrooms: ({ features: { bedrooms } }) => (bedrooms === undefined ? [] : [{ bedrooms }]),
  category: ({ category }) => (category === '' ? [] : [{ category: category.toLowerCase() }]),
  suburb: ({ address: { suburb, state, postcode } }) => (suburb === '' ? [] : [{ suburb, state, postcode }]),
  postcode: ({ address: { postcode } }) => (postcode === '' ? [] : [{ postcode }]),
  agent: ({ agents }) => agents.map(({ id, name }) => ({ agent: id, name })),
  websiteID: ({ website: { websiteID, name } }) => [{ websiteID, name }],
};

/** The statistics of the groups of listings, unordered. */
export function readGroups(
  by: string,
  listings: readonly StatedListing[],
  histories: ReadonlyMap<number, readonly StatedChange[]>,
  asked: Asked,
) {
  const named = listings.flatMap((listing) =>
    (NAMES[by]?.(listing) ?? []).map((name) => ({ listing, name: JSON.stringify(name) })),
  );
  const names = new Set(named.map(({ name }) => name));
  return [...names].map((name) => {
    const members = named.filter((one) => one.name === name).map(({ listing }) => listing);
    return { ...(JSON.parse(name) as object), ...readStatistics(members, histories, asked) };
  });
}
