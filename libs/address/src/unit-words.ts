/** What the number of a dwelling in a building is written with: "Unit 12/345", "U12/345", "Apt 12, 345". */
const WORDS =
  'unit un u apartment apt apmt appt flat flt fl f suite ste shop shp villa vlla townhouse twnhse th office offc';

/** In lower case. */
export const UNIT_WORDS: readonly string[] = WORDS.split(' ');

const KNOWN = new Set(UNIT_WORDS);

/** Whether a word stands before the number of a unit. */
export const isUnitWord = (word: string): boolean => KNOWN.has(word);

const JOINED = new RegExp(`^(?:${UNIT_WORDS.join('|')})(\\d+[a-z]?)$`);

/** The number in a word such as "u12". */
export const numberOfUnit = (word: string): string | undefined => JOINED.exec(word)?.[1];
