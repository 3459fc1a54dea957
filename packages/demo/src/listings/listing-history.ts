import type { DemoListingLine, ListingPrice } from '../listing-line.js';
import { Random } from '../random/random.js';
import type { World } from '../world.js';
import { dollars, rounded, upperEnd } from './listing-prices.js';

const DAY = 86_400_000;
/** Older listings have no history, like those of an imported directory. */
const HORIZON = 2 * 365.25 * DAY;

const REDUCED = 0.35;
const RELAUNCHED = 0.08;
/** The price is only reduced, or the campaign restarted, after so many days without a sale. */
const PATIENCE = { reduced: 10, relaunched: 40 };

/** A change of the status or the price of a listing, with the fields as they were before; null means absent. */
export interface DemoHistoryEntry {
  listingID: number;
  at: string;
  kind: 'status' | 'price';
  before: Partial<Pick<DemoListingLine, 'status' | 'price'>> & { soldDetails?: null };
}

/**
 * The changes of the listings of the last two years: price reductions, withdrawals and relaunches, sales and leases.
 */
export function* listingHistories(
  { seed, now }: World,
  listings: Iterable<DemoListingLine>,
): Generator<DemoHistoryEntry> {
  const random = new Random(seed, 'histories');
  for (const listing of listings) {
    if (Date.parse(listing.modtime) < now.getTime() - HORIZON) continue;
    yield* historyOf(random.stream(listing.id), listing);
  }
}

function* historyOf(random: Random, listing: DemoListingLine): Generator<DemoHistoryEntry> {
  const { id: listingID, status, price, soldDetails, modtime } = listing;
  const start = Date.parse(listing.firstdate);
  const length = Date.parse(modtime) - start;
  const entry = (share: number, kind: DemoHistoryEntry['kind'], before: DemoHistoryEntry['before']) => ({
    listingID,
    at: new Date(start + Math.round(share * length)).toISOString(),
    kind,
    before,
  });
  const waits = (name: keyof typeof PATIENCE, likelihood: number) =>
    random.stream(name).chance(likelihood) && length > PATIENCE[name] * DAY;
  if (waits('relaunched', RELAUNCHED)) {
    yield entry(random.stream('withdrawal').between(0.3, 0.4), 'status', { status: 'current' });
    yield entry(random.stream('relaunch').between(0.5, 0.6), 'status', { status: 'withdrawn' });
  }
  const former = waits('reduced', REDUCED) && higherPrice(price, random.stream('reduction').between(1.03, 1.09));
  if (former) yield entry(random.stream('reduced at').between(0.65, 0.85), 'price', { price: former });
  if (status === 'current') return;
  yield entry(1, 'status', { status: 'current' });
  if (soldDetails) yield entry(1, 'price', { soldDetails: null });
}

/** The price before a reduction; undefined if it names no amount. */
function higherPrice(price: ListingPrice, factor: number): ListingPrice | undefined {
  const { priceView, value, rent } = price;
  const asked = rent?.price ?? value;
  if (asked === undefined || !priceView.includes(dollars(asked))) return undefined;
  const more = rent ? Math.ceil((asked * factor) / 10) * 10 : rounded(asked * factor);
  if (more <= asked) return undefined;
  const view = [(amount: number) => amount, upperEnd].reduceRight(
    (text, end) => text.replace(dollars(end(asked)), () => dollars(end(more))),
    priceView,
  );
  return { ...price, priceView: view, ...(rent ? { rent: { ...rent, price: more } } : { value: more }) };
}
