/** A line of a bundle, as it is in a file. */
export type Line = Readonly<Record<string, unknown>>;

/** One commit: a line that is imported, or a listing that is deleted. */
export type Change =
  | { readonly kind: 'listings' | 'agents' | 'accounts'; readonly line: Line }
  | { readonly kind: 'deletion'; readonly uniqueID: string };

/** Lines that are in the directory. */
export interface Lines {
  readonly listings: readonly Line[];
  readonly agents: readonly Line[];
  readonly accounts: readonly Line[];
}

type Edit = (line: Line, count: number) => Line;

/**
 * Twenty commits in a row: a fifth of them to or from sold; prices, dates, images, and new listings. The last two are no
 * edits: a new listing is deleted, an agent or an account is updated.
 */
const EDITS: readonly Edit[] = [
  sold, sold, backAgain, backAgain, price, price, price, price, price, price, price,
  dates, dates, dates, image, image, created, created,
] as const; // prettier-ignore

const DELETION = EDITS.length;
const ROUND = EDITS.length + 2;
/** How long before its deletion a listing was created. */
const LIFE = 2;
/** How long before its way back a listing was sold. */
const SOLD_FOR = 2;

/** The change with this number; the same number makes the same change of the same lines. */
export function changeOf(count: number, { listings, agents, accounts }: Lines): Change {
  const at = count % ROUND;
  const round = Math.floor(count / ROUND);
  const edit = EDITS[at];
  const before = edit === backAgain ? SOLD_FOR : 0;
  if (edit) return { kind: 'listings', line: edit(pick(listings, count - before), count) };
  if (at === DELETION) return { kind: 'deletion', uniqueID: newID(count - LIFE) };
  return round % 2 === 0
    ? { kind: 'agents', line: { ...pick(agents, round >> 1), biography: `Changed ${count} times.` } }
    : { kind: 'accounts', line: { ...pick(accounts, round >> 1), about: `Changed ${count} times.` } };
}

/** The line of a listing in a change of many. */
export const changedLine = (line: Line, count: number): Line => (EDITS[count % EDITS.length] ?? price)(line, count);

function pick(lines: readonly Line[], count: number): Line {
  const line = lines[count % lines.length];
  if (!line) throw new Error('There are no lines to change');
  return line;
}

const newID = (count: number): string => `BENCH-${count}`;

function sold(line: Line, count: number): Line {
  const isRental = line['listingType'] === 'rental';
  const details = { price: 400_000 + (count % 1_000) * 1_000, date: new Date().toISOString() };
  const base = { ...line, headline: `Gone (${count})` };
  return touched(isRental ? { ...base, status: 'leased' } : { ...base, status: 'sold', soldDetails: details });
}

function backAgain(line: Line, count: number): Line {
  return touched({ ...line, status: 'current', headline: `Back again (${count})` });
}

function price(line: Line, count: number): Line {
  const before = line['price'] as { rent?: object; value?: number }; // every line has one
  const step = 1 + (count % 40);
  const base = { ...before, priceView: `Asking about (${count})` };
  const after = before.rent
    ? { ...base, rent: { ...before.rent, price: 300 + step * 10 } }
    : { ...base, value: 400_000 + step * 25_000 };
  return touched({ ...line, price: after });
}

function dates(line: Line, count: number): Line {
  const from = Date.now() + (1 + (count % 14)) * 86_400_000;
  const time = { dateFrom: new Date(from).toISOString(), dateTo: new Date(from + 1_800_000).toISOString() };
  return touched({ ...line, inspectionTimes: [time] });
}

function image(line: Line, count: number): Line {
  const images = line['images'] as readonly object[]; // every line has them
  return touched({
    ...line,
    images: [...images, { id: 'z', url: `https://images.example/${count}.jpg`, type: 'img' }],
  });
}

function created(line: Line, count: number): Line {
  const address = without(line['address'] as Line, ['_id']); // every line has one
  const rest = without(line, ['_id', 'id', 'propertyID', 'firstdate', 'createdAt']);
  return touched({ ...rest, status: 'current', uniqueID: newID(count), address });
}

/** Changed now, not when the line was. */
const touched = (line: Line): Line => without(line, ['modtime', 'updatedAt']);

const without = (line: Line, names: readonly string[]): Line =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name)));
