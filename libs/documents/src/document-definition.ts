import type { Sql } from '@app/sql';
import { createHash } from 'node:crypto';
import { fieldsOf, type Class } from '@app/schema';

/** Documents that are stored beside the row they are made of, so that reading them costs no work (ADR 1). */
export interface DocumentDefinition<Row extends object = never> {
  /** The table that holds them, with the columns `representation` and those of `columns`. */
  readonly table: string;
  /** Its primary key, an integer. */
  readonly key: string;
  /** The classes whose declared fields the documents show. */
  readonly types: readonly Class[];
  /** Counted up by hand when the documents are made otherwise of the same declarations. */
  readonly revision: number;
  /** The columns that hold the documents, and their types. */
  readonly columns: Readonly<Record<string, 'text' | 'jsonb'>>;
  /** `table alias` and its joins, and what is read of a row to make its documents anew. */
  readonly source: { readonly from: Sql; readonly alias: string; readonly columns: Sql };
  /** The documents by column; those of type jsonb as values. */
  readonly remake: (row: Row) => Readonly<Record<string, unknown>>;
}

const definitions = new Map<string, DocumentDefinition>();

/** Declares documents: from then on `rebuild` makes them anew, and tags name their representation. */
export function defineDocuments<Row extends object>(definition: DocumentDefinition<Row>): DocumentDefinition<Row> {
  definitions.set(definition.table, definition);
  return definition;
}

/** Every definition, in the order of the modules. */
export const documentDefinitions = (): readonly DocumentDefinition[] => [...definitions.values()];

/** What was computed of a definition, for as long as no other field is declared anywhere. */
const known = new WeakMap<object, { readonly fields: unknown; readonly version: number }>();

/**
 * The representation version of documents: a number that changes when a field of their classes is added, removed, moved or
 * gets another default, and only then. Stored beside each document; one of another version is made anew when it is read.
 */
export function representationOf(definition: Pick<DocumentDefinition, 'types' | 'revision'>): number {
  const { types, revision } = definition;
  const [first] = types;
  const fields = first && fieldsOf(first); // another array as soon as another field is declared
  const found = known.get(definition);
  if (found && found.fields === fields) return found.version;
  const text = JSON.stringify([revision, types.map(shapeOf)]);
  const version = createHash('sha256').update(text).digest().readInt32BE() & 0x7fff_ffff;
  known.set(definition, { fields, version });
  return version;
}

/** What a document's text follows from: names, order, nesting and defaults. */
function shapeOf(type: Class): unknown[] {
  return fieldsOf(type).map(({ name, kind, of, many, optional, nullable }) => [
    name,
    kind ? [JSON.stringify(kind.empty)] : null,
    of ? shapeOf(of()) : null,
    [many, optional, nullable],
  ]);
}

/** One text for the representations of all documents: answers of builds with other texts may differ. */
export const allRepresentations = (): string => documentDefinitions().map(representationOf).join(' ');
