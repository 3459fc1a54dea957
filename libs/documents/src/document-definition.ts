import { raw, sql, type AdvisoryLock, type Sql } from '@app/sql';
import { createHash } from 'node:crypto';
import { fieldsOf, type Class } from '@app/schema';
import { getMetadataArgsStorage } from 'typeorm';

/** Columns of filters that are derived from the data of the documents. */
export interface DerivedColumns<Row extends object = never> {
  /** The entity with the columns; its key is the key of the documents. */
  readonly entity: Class;
  /** The values of a row, with its key, by property of the entity. */
  readonly of: (row: Row) => object;
}

/** Prebuilt documents, stored beside the row that they are made from, so that reads need no work (ADR 1). */
export interface DocumentDefinition<Row extends object = never> {
  /** The table that stores them; it has a column `representation` and the columns of `columns`. */
  readonly table: string;
  /** Its primary key, an integer. */
  readonly key: string;
  /** The classes whose declared fields the documents contain. */
  readonly types: readonly Class[];
  /** Must be increased when the documents change although the declarations do not. */
  readonly revision: number;
  /** Further data that the documents contain; changing it changes their version. */
  readonly data?: string;
  /** The document columns and their types. */
  readonly columns: Readonly<Record<string, 'text' | 'jsonb' | 'text[]'>>;
  /** `table alias` with joins, and the columns that a rebuild reads. */
  readonly source: { readonly from: Sql; readonly alias: string; readonly columns: Sql };
  /** Builds the documents of a row by column; jsonb columns get values. */
  readonly remake: (row: Row) => Readonly<Record<string, unknown>>;
  /** Columns that a rebuild fills as well, because another release may not know them (B81). */
  readonly derived?: readonly DerivedColumns<Row>[];
  /** Held while derived columns are filled, because their triggers lock rows of other tables. */
  readonly lock?: AdvisoryLock;
}

const definitions = new Map<string, DocumentDefinition>();

/** Declares documents: `migrate` rebuilds them, and ETags include their representation version. */
export function defineDocuments<Row extends object>(definition: DocumentDefinition<Row>): DocumentDefinition<Row> {
  definitions.set(definition.table, definition);
  return definition;
}

/** All definitions, in the order of the modules. */
export const documentDefinitions = (): readonly DocumentDefinition[] => [...definitions.values()];

/** Cache of versions by definition, valid until another field is declared. */
const known = new WeakMap<object, { readonly fields: unknown; readonly version: number }>();

/**
 * The representation version of documents: a number that changes only when a field of their classes is added, removed,
 * moved or gets another default, or a derived column is added or removed. It is stored with each document; `migrate` rebuilds documents of another version.
 */
export function representationOf(
  definition: Pick<DocumentDefinition, 'types' | 'revision' | 'data' | 'derived'>,
): number {
  const { types, revision, data, derived = [] } = definition;
  const [first] = types;
  const fields = first && fieldsOf(first); // declaring a field replaces the array
  const found = known.get(definition);
  if (found && found.fields === fields) return found.version;
  const columns = derived.flatMap(({ entity }) => columnNames(entity));
  const text = JSON.stringify([revision, types.map(shapeOf), columns, ...(data === undefined ? [] : [data])]);
  const version = createHash('sha256').update(text).digest().readInt32BE() & 0x7fff_ffff;
  known.set(definition, { fields, version });
  return version;
}

/** SQL condition: the documents of the row `alias` have another version. It needs no extra read. */
export const isStale = (definition: DocumentDefinition, alias: string): Sql =>
  sql`${raw(alias)}.representation <> ${representationOf(definition)}`;

/**
 * The properties of a class that determine the text of a document: names, order, nesting and defaults of the fields.
 */
function shapeOf(type: Class): unknown[] {
  return fieldsOf(type).map(({ name, kind, of, many, optional, nullable }) => [
    name,
    kind ? [JSON.stringify(kind.empty)] : null,
    of ? shapeOf(of()) : null,
    [many, optional, nullable],
  ]);
}

const columnNames = (entity: Class): string[] =>
  getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName }) => propertyName)
    .toSorted();

/** A text with the versions of all documents: responses of builds with different texts may differ. */
export const allRepresentations = (): string => documentDefinitions().map(representationOf).join(' ');
