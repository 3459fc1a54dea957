import { defineDocuments } from '@app/documents';
import { applyDefaults } from '@app/schema';
import { sql } from '@app/sql';
import { SuburbResponse } from './suburb.fields.js';

/** A suburb of the reference with its stored text, which holds all that there is to show. */
interface SuburbSource {
  readonly document: string;
}

/** The text of a suburb, as it is declared now. */
export const suburbText = (shown: object): string => JSON.stringify(applyDefaults(SuburbResponse, { ...shown }));

/** Made anew of the stored one; a place outside the reference has none. */
export const renewedSuburb = ({ document }: SuburbSource): string =>
  document === '' ? '' : suburbText(JSON.parse(document) as object); // what the writer put there

/** What is prebuilt of a suburb. */
export const suburbDocuments = defineDocuments<SuburbSource>({
  table: 'suburbs',
  key: 'id',
  types: [SuburbResponse],
  revision: 1,
  columns: { document: 'text' },
  source: { from: sql`suburbs suburb`, alias: 'suburb', columns: sql`suburb.document` },
  remake: (source) => ({ document: renewedSuburb(source) }),
});
