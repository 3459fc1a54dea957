import { Sql as Text } from 'sql-template-tag';

/** SQL with its values. It knows the columns that it reads, if they were named by `column`. */
export class Sql extends Text {
  private readonly parts: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    super(strings, values);
    this.parts = values;
  }

  /** `alias.column`, possibly with repetitions; collected on demand. */
  get columns(): readonly string[] {
    return this.parts.flatMap((part) => (part instanceof Sql ? part.columns : []));
  }
}

export const sql = (strings: readonly string[], ...values: readonly unknown[]): Sql => new Sql(strings, values);

/** SQL text without values; it must not come from a request. */
export const raw = (text: string): Sql => new Sql([text], []);

export const join = (parts: readonly unknown[], separator = ','): Sql =>
  new Sql(['', ...Array<string>(parts.length - 1).fill(separator), ''], parts);

/** A column of a table alias, as an expression that names the column it reads. */
export class Column extends Sql {
  constructor(
    readonly table: string,
    readonly name: string,
    expression = `${table}.${name}`,
    /** Whether it is compared in lower case. */
    readonly isFolded = false,
  ) {
    super([expression], []);
  }

  override get columns(): readonly string[] {
    return [`${this.table}.${this.name}`];
  }
}

/** @param path `alias.column` */
export function column(path: `${string}.${string}`): Column {
  const [table = '', name = ''] = path.split('.');
  return new Column(table, name);
}

/** The column in lower case. */
export const lower = ({ table, name, text }: Column): Column => new Column(table, name, `lower(${text})`, true);

/** The column in byte order. */
export const bytewise = ({ table, name, text, isFolded }: Column): Column =>
  new Column(table, name, `${text} COLLATE "C"`, isFolded);

/** All conditions must hold; without conditions: true. */
export const allOf = (predicates: readonly Sql[]): Sql =>
  predicates.length > 0 ? sql`(${join(predicates, ') AND (')})` : raw('TRUE');

/** At least one condition must hold. */
export const anyOf = (predicates: readonly Sql[]): Sql => sql`(${join(predicates, ') OR (')})`;

/**
 * Hides the length of an array from the planner, for prepared look-ups. With a known length, it would plan each
 * execution with few values anew, because that seems cheaper than the generic plan.
 */
export const unseen = (array: Sql): Sql => sql`ARRAY(SELECT unnest(${array}))`;

/** Any of some ids, for prepared look-ups: `key = ${anyOfIds(ids)}`. */
export const anyOfIds = (ids: readonly number[]): Sql => sql`ANY(${unseen(sql`${ids}::int[]`)})`;
