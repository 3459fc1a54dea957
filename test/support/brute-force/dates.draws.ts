import fc, { type Arbitrary } from 'fast-check';
import type { DatedListing, Query } from './lines.js';

const DAY = 86_400_000;

const instantsOf: Readonly<Record<string, (listing: DatedListing) => (string | undefined)[]>> = {
  inspection: ({ inspectionTimes = [] }) => inspectionTimes.flatMap(({ dateFrom, dateTo }) => [dateFrom, dateTo]),
  auctions: ({ auctionDetails }) => [auctionDetails?.date],
  updatedAt: ({ updatedAt }) => [updatedAt],
  sold: ({ soldDetails }) => [soldDetails?.date],
  listed: ({ firstdate }) => [firstdate],
  availableDate: ({ price }) => [price?.rent?.available],
};

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** An instant in one of the forms that requests accept. */
function written(time: number): string[] {
  const iso = new Date(time).toISOString();
  const [, hours, minutes, seconds] = iso.split(/[T:.]/).map(Number);
  const there = new Date(time + 10.5 * 3_600_000).toISOString().replace('Z', '+10:30');
  return [iso, `${iso.slice(0, 10)}T${hours}:${minutes}:${seconds}Z`, `${iso.slice(0, 16)}Z`, there];
}

/** Days and instants at or next to one of these. */
const near = (instants: readonly string[]): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...instants), fc.constantFrom(-DAY, -1, 0, 1, DAY))
    .chain(([instant, away]) =>
      fc.constantFrom(
        ...[-DAY, 0, DAY].map((days) => dayOf(Date.parse(instant) + days)),
        ...written(Date.parse(instant) + away),
      ),
    );

/** A base date with parameters that test it. */
export function dateQueries(listing: Arbitrary<DatedListing>): Arbitrary<Query> {
  return fc.tuple(fc.constantFrom(...Object.keys(instantsOf)), listing).chain(([baseDate, thing]) => {
    const known = (instantsOf[baseDate]?.(thing) ?? []).filter((instant) => instant !== undefined);
    const instants = known.length > 0 ? known : [thing.updatedAt];
    const days = instants.flatMap((instant) => [-DAY, 0, DAY].map((away) => dayOf(Date.parse(instant) + away)));
    const dates = fc.array(fc.constantFrom(...days), { minLength: 1, maxLength: 3 }).map((some) => some.join(','));
    const tests = { datefrom: near(instants), dateto: near(instants), dates };
    return fc
      .record(tests, { requiredKeys: [] })
      .map((query) => ({ ...query, ...(baseDate === 'updatedAt' ? {} : { baseDate }) }));
  });
}
