/** A listing as a caller reads it. */
export interface StatedListing {
  readonly id: number;
  readonly status: string;
  readonly listingType: string;
  readonly firstdate: string;
  readonly modtime: string;
  readonly timeZone: string;
  readonly commercialListingType: string;
  readonly price: { readonly value?: number; readonly rent?: { readonly price?: number } };
  readonly details?: { readonly priceRange?: { readonly min?: number } };
  readonly soldDetails?: { readonly price?: number; readonly date?: string };
  readonly features: { readonly bedrooms?: number };
  readonly address: { readonly suburb: string; readonly state: string; readonly postcode: string };
  readonly category: string;
  readonly agents: readonly { readonly id: number; readonly name: string }[];
  readonly website: { readonly websiteID: number; readonly name: string };
}

/** An entry of the history of a listing, as the same caller reads it. */
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

const localDay = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );

/** The events of a listing: its creation, and those in its history. */
function happenings(listing: StatedListing, [, ...changes]: readonly StatedChange[]): Happening[] {
  const { status, soldDetails, timeZone } = listing;
  const listed = listing.firstdate.slice(0, 10);
  const turns = changes
    .filter(({ kind }) => kind === 'status')
    .map(({ at, status: to }) => ({ to, day: at.slice(0, 10) }));
  if (turns.length === 0) turns.push({ to: status, day: listing.modtime.slice(0, 10) });
  const found: Happening[] = [{ kind: 'listed', day: listed }];
  for (const [at, { to, day: changed }] of turns.entries()) {
    const isLast = at === turns.length - 1;
    const isSale = to === 'sold';
    if (!['sold', 'leased', 'withdrawn'].includes(to) || (isSale && !isLast)) continue;
    const day = isSale && soldDetails?.date ? localDay(soldDetails.date, timeZone) : changed;
    const rent = listing.listingType === 'rental' ? listing.price.rent?.price : undefined;
    const days = Math.max(0, (Date.parse(day) - Date.parse(listed)) / DAY);
    const amount = isSale ? soldDetails?.price : rent;
    found.push({ kind: to, day, ...(isLast && to !== 'withdrawn' && { amount, days }) });
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
    : { median: quantile(amounts, 0.5), p25: quantile(amounts, 0.25), p75: quantile(amounts, 0.75) };

function spread(amounts: readonly number[]) {
  const middle = quartiles(amounts);
  return middle && { ...middle, lowest: Math.min(...amounts), highest: Math.max(...amounts) };
}

const given = (amounts: readonly (number | undefined)[]): number[] => amounts.flatMap((amount) => amount ?? []);

function askedPrice({ listingType, price, details, commercialListingType }: StatedListing): number | undefined {
  if (listingType === 'rental') return undefined;
  const isLease = listingType === 'commercial' && commercialListingType !== 'sale';
  return price.value ?? (isLease && !details?.priceRange?.min ? undefined : details?.priceRange?.min);
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

/** The parameters of a request for statistics. */
export interface Asked {
  readonly period: string;
  readonly periods: number;
  /** A day. */
  readonly until: string;
}

/** The statistics of listings, computed from the listings and their histories. */
export function readStatistics(
  listings: readonly StatedListing[],
  histories: ReadonlyMap<number, readonly StatedChange[]>,
  { period, periods, until }: Asked,
) {
  const happened = listings.flatMap((listing) => happenings(listing, histories.get(listing.id) ?? []));
  const days = firstDays(period, periods, until);
  const current = listings.filter(({ status }) => status === 'current');
  const series = days.slice(0, -1).map((from, at) => {
    const next = days[at + 1] ?? '';
    const within = happened.filter(({ day }) => day >= from && day < next);
    const of = (kind: string) => within.filter((one) => one.kind === kind);
    const daysOnMarket = quartiles(given(within.map((one) => one.days)));
    return {
      from,
      to: new Date(Date.parse(next) - DAY).toISOString().slice(0, 10),
      listed: of('listed').length,
      sold: of('sold').length,
      leased: of('leased').length,
      withdrawn: of('withdrawn').length,
      soldPrice: quartiles(given(of('sold').map(({ amount }) => amount))),
      rent: quartiles(given(of('leased').map(({ amount }) => amount))),
      daysOnMarket: daysOnMarket && { median: daysOnMarket.median },
    };
  });
  return {
    total: listings.length,
    current: {
      count: current.length,
      price: spread(given(current.map(askedPrice))),
      rent: spread(given(current.map((one) => (one.listingType === 'rental' ? one.price.rent?.price : undefined)))),
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
