/** How a release reads and writes a column. */
interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly isFilled: boolean;
}

interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  readonly functions: ReadonlySet<string>;
  /** Everything that may refuse a row: constraints and unique indexes, by table. */
  readonly rules: ReadonlyMap<string, string>;
}

const COLUMN = /^column (\S+\.\S+): (.+?)( NOT NULL)?( DEFAULT .+?)?( COLLATE .+?)?( identity \w)?, place \d+$/;
const FUNCTION = /^function CREATE OR REPLACE (?:FUNCTION|PROCEDURE) (.+?\)) (?:RETURNS|LANGUAGE) /;
/** Columns themselves state whether they may be null. */
const CONSTRAINT = /^constraint \S+ of (\S+): (?!NOT NULL)(.+)$/;
const UNIQUE = /^index CREATE UNIQUE INDEX \S+ ON (?:ONLY )?public\.(\S+) (.+)$/;

/** @param catalog the lines of `catalogOf` */
function schemaOf(catalog: readonly string[]): Schema {
  const columns = new Map<string, Column>();
  const functions = new Set<string>();
  const rules = new Map<string, string>();
  for (const line of catalog) {
    const [, name, type = '', required, initial, , identity] = COLUMN.exec(line) ?? [];
    if (name) columns.set(name, { type, isRequired: Boolean(required), isFilled: Boolean(initial ?? identity) });
    const [, signature] = FUNCTION.exec(line) ?? [];
    if (signature) functions.add(signature);
    const [, table] = CONSTRAINT.exec(line) ?? UNIQUE.exec(line) ?? [];
    if (table) rules.set(line, table);
  }
  return { columns, functions, rules };
}

/** What a release would lack, or could not write, on a later schema (ADR 29); empty if it works. */
export function faultsForFormer(former: readonly string[], later: readonly string[]): string[] {
  const [before, after] = [schemaOf(former), schemaOf(later)];
  const tables = new Set([...before.columns.keys()].map(tableOf));
  const changed = [...before.columns].flatMap(([name, column]) => {
    const now = after.columns.get(name);
    if (!now) return [`column ${name} is gone`];
    if (now.type !== column.type) return [`column ${name} was ${column.type}, and is ${now.type}`];
    return now.isRequired && !column.isRequired ? [`column ${name} may not be null any more`] : [];
  });
  const added = [...after.columns]
    .filter(([name, { isRequired, isFilled }]) => isRequired && !isFilled && tables.has(tableOf(name)))
    .filter(([name]) => !before.columns.has(name))
    .map(([name]) => `column ${name} is new, and has to be given`);
  const missing = [...before.functions].filter((name) => !after.functions.has(name)).map((name) => `${name} is gone`);
  const narrower = [...after.rules]
    .filter(([rule, table]) => tables.has(table) && !before.rules.has(rule))
    .map(([rule]) => rule);
  return [...changed, ...added, ...missing, ...narrower];
}

const tableOf = (column: string): string => column.split('.')[0] ?? '';
