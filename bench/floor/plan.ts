/** A cell of a result: text, or a number for int columns. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

export interface Statement {
  /** A named statement is prepared once on each connection; without a name the planner sees the values each time. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The plan of an answer: one statement, and a body built from its rows. */
export interface Plan {
  readonly statement: Statement;
  /** The body; `undefined` if there are no rows. */
  readonly present: (rows: readonly Row[]) => Answer | undefined;
  /** For a conditional request: returns one row with only the ETag. */
  readonly tag?: Statement;
}

export interface Answer {
  readonly body: string;
  readonly etag?: string;
}

export type Query = Readonly<Record<string, string | undefined>>;

/** Collects the values of a statement. */
export class Values {
  readonly list: unknown[] = [];

  /** Adds a value and returns its placeholder. */
  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

const names = new Map<string, string>();

/** The same text has the same name. */
export function prepared(text: string, values: readonly unknown[]): Statement {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `floor${names.size}`));
  return { name, text, values };
}

type Page = ReturnType<typeof pageOf>;

export const pageOf = (query: Query) => ({ page: Number(query['page'] ?? 1), limit: Number(query['limit'] ?? 20) });

/** `LIMIT … OFFSET …` */
export function limits({ page, limit }: Page, values: Values): string {
  return `LIMIT ${values.add(limit)} OFFSET ${values.add((page - 1) * limit)}`;
}

/** Wraps rows of `total, key, …` in the envelope of most lists; a total without a page is one row without a key. */
export function envelope({ page, limit }: Page, rows: readonly Row[], item: (row: Row) => string): Answer {
  const total = Number(rows[0]?.[0] ?? 0);
  const pages = Math.ceil(total / limit);
  const items = rows.filter((row) => row[1] !== null).map(item);
  return { body: `{"total":${total},"hasNext":${page < pages},"totalPage":${pages},"data":[${items.join(',')}]}` };
}

/** Escapes `%`, `_` and `\`. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

export const folded = (list: string): string[] => list.split(',').map((one) => one.trim().toLowerCase());
