/** A beginning of a name that is spelt nearly as something typed. */
export interface NearSpelling {
  /** How many letters are wrong, missing, too many, or in the place of their neighbour. */
  readonly typos: number;
  /** The length of the beginning. */
  readonly length: number;
}

/** Longer ones are no names. */
const MOST_LETTERS = 40;

const ROWS = [0, 1, 2].map(() => new Uint8Array(MOST_LETTERS + 4)) as [Uint8Array, Uint8Array, Uint8Array];

/**
 * The beginning of a name that is nearest to what was typed (optimal string alignment); undefined if every one has more
 * typos than `most`, which is at most 3.
 */
export function nearSpelling(typed: string, name: string, most: number): NearSpelling | undefined {
  if (typed.length > MOST_LETTERS) return undefined;
  const width = Math.min(name.length, typed.length + most);
  let [before, last, row] = ROWS;
  for (let column = 0; column <= width; column += 1) last[column] = column;
  for (let line = 1; line <= typed.length; line += 1) {
    if (fillRow(typed, name, { line, width, before, last, row }) > most) return undefined;
    [before, last, row] = [last, row, before];
  }
  let length = 0;
  for (let column = 1; column <= width; column += 1) if (cell(last, column) < cell(last, length)) length = column;
  const typos = cell(last, length);
  return typos <= most ? { typos, length } : undefined;
}

const cell = (row: Uint8Array, column: number): number => row[column] ?? 0;

interface Row {
  readonly line: number;
  readonly width: number;
  readonly before: Uint8Array;
  readonly last: Uint8Array;
  readonly row: Uint8Array;
}

/** @returns the least value in the row */
function fillRow(typed: string, name: string, { line, width, before, last, row }: Row): number {
  const letter = typed.charCodeAt(line - 1);
  let least = (row[0] = line);
  for (let column = 1; column <= width; column += 1) {
    const other = name.charCodeAt(column - 1);
    let value = Math.min(
      cell(last, column) + 1,
      cell(row, column - 1) + 1,
      cell(last, column - 1) + Number(letter !== other),
    );
    const isSwapped =
      line > 1 && column > 1 && letter === name.charCodeAt(column - 2) && typed.charCodeAt(line - 2) === other;
    if (isSwapped) value = Math.min(value, cell(before, column - 2) + 1);
    row[column] = value;
    if (value < least) least = value;
  }
  return least;
}
