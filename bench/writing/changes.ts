/** A line of a bundle, as it is in a file. */
export type Line = Readonly<Record<string, unknown>>;

type Edit = (line: Line, count: number) => Line;

/** Twenty changes in a row: a fifth of them to or from sold, then prices, dates and images. */
const EDITS: readonly Edit[] = [
  sold, sold, backAgain, backAgain, price, price, price, price, price, price, price, price, price,
  dates, dates, dates, dates, image, image, image,
] as const; // prettier-ignore

/** How long before its way back a listing was sold. */
const SOLD_FOR = 2;

/** The change with this number; the same number makes the same change of the same lines. */
export function changeOf(count: number, lines: readonly Line[]): Line {
  const edit = EDITS[count % EDITS.length] ?? price;
  const line = lines[(edit === backAgain ? count - SOLD_FOR : count) % lines.length];
  if (!line) throw new Error('There are no lines to change');
  // Changed now, not when the line was.
  const { modtime: _, updatedAt: __, ...changed } = edit(line, count);
  return changed;
}

function sold(line: Line, count: number): Line {
  const isRental = line['listingType'] === 'rental';
  const details = { price: 400_000 + (count % 1_000) * 1_000, date: new Date().toISOString() };
  const base = { ...line, headline: `Gone (${count})` };
  return isRental ? { ...base, status: 'leased' } : { ...base, status: 'sold', soldDetails: details };
}

function backAgain(line: Line, count: number): Line {
  return { ...line, status: 'current', headline: `Back again (${count})` };
}

function price(line: Line, count: number): Line {
  const before = line['price'] as { rent?: object; value?: number }; // every line has one
  const step = 1 + (count % 40);
  const base = { ...before, priceView: `Asking about (${count})` };
  const after = before.rent
    ? { ...base, rent: { ...before.rent, price: 300 + step * 10 } }
    : { ...base, value: 400_000 + step * 25_000 };
  return { ...line, price: after };
}

function dates(line: Line, count: number): Line {
  const from = Date.now() + (1 + (count % 14)) * 86_400_000;
  const time = { dateFrom: new Date(from).toISOString(), dateTo: new Date(from + 1_800_000).toISOString() };
  return { ...line, inspectionTimes: [time] };
}

function image(line: Line, count: number): Line {
  const images = line['images'] as readonly object[]; // every line has them
  return { ...line, images: [...images, { id: 'z', url: `https://images.example/${count}.jpg`, type: 'img' }] };
}
