import { defineDocuments } from '@app/documents';
import { applyDefaults } from '@app/schema';
import { sql } from '@app/sql';
import { SuburbResponse } from './suburb.fields.js';

/** A suburb of the reference with its stored document, which holds everything that is shown. */
interface SuburbSource {
  readonly document: string;
}

/** The document of a suburb, by the present declarations. */
export const suburbText = (shown: object): string => JSON.stringify(applyDefaults(SuburbResponse, { ...shown }));

/** Rebuilds a document from the stored one; a place outside the reference has none. */
export const renewedSuburb = ({ document }: SuburbSource): string =>
  document === '' ? '' : suburbText(JSON.parse(document) as object); // written by the writer below

/** The prebuilt documents of a suburb. */
export const suburbDocuments = defineDocuments<SuburbSource>({
  table: 'suburbs',
  key: 'id',
  types: [SuburbResponse],
  revision: 1,
  columns: { document: 'text' },
  source: { from: sql`suburbs suburb`, alias: 'suburb', columns: sql`suburb.document` },
  remake: (source) => ({ document: renewedSuburb(source) }),
});
