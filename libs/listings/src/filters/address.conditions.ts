import { addressForms, STREET_TYPES } from '@app/address';
import { ContainsWithin, containsWithin } from '@app/lists';
import { text } from '@app/schema';
import { column, sql, type Sql } from '@app/sql';

const words = text(200);

type Addressed = 'listing' | 'property';

const FOLDING =
  'Case, commas, usual abbreviations (St, Rd, Mt, Cres), ordinals (`1st`, `First`) and forms of units and lots (`2/14`, `Unit 2, 14`, `U2 14`) make no difference.';

/** The trigram index of addresses; one index serves both parameters. */
const textsOf = (table: Addressed) => ({
  expression: sql`(${column(`${table}.full_address`)} || E'\\n' || ${column(`${table}.street`)})`,
  commonWords: STREET_TYPES,
  formsOf: addressForms,
});

/** The rows whose index entry contains a text that needs no other form. */
export const addressTexts = (table: Addressed): Sql => textsOf(table).expression;

/** The address contains the text. */
export const hasAddressPart = (table: Addressed, part: string): Sql =>
  containsWithin(textsOf(table), column(`${table}.full_address`), part);

/** The parameter `address`. */
export const ContainsAddress = (table: Addressed): PropertyDecorator =>
  ContainsWithin(textsOf(table), column(`${table}.full_address`), words, `Part of the full address. ${FOLDING}`, {
    group: 'Place',
    example: '139 burke',
  });

/** The parameter `street`. */
export const ContainsStreet = (table: Addressed): PropertyDecorator =>
  ContainsWithin(textsOf(table), column(`${table}.street`), words, `Part of the name of the street. ${FOLDING}`, {
    group: 'Place',
    example: 'burke',
  });
