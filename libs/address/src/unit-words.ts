/** Words for a dwelling in a building, which precede its number: "Unit 12/345", "U12/345", "Apt 12, 345". */
const WORDS =
  'unit un u apartment apt apmt appt flat flt fl f suite ste shop shp villa vlla townhouse twnhse th office offc';

/** In lower case. */
export const UNIT_WORDS: readonly string[] = WORDS.split(' ');

const KNOWN = new Set(UNIT_WORDS);

/** Whether a word precedes the number of a unit. */
export const isUnitWord = (word: string): boolean => KNOWN.has(word);

const JOINED = new RegExp(`^(?:${UNIT_WORDS.join('|')})(\\d+[a-z]?)$`);

/** The number in a word such as "u12". */
export const numberOfUnit = (word: string): string | undefined => JOINED.exec(word)?.[1];

/** Words that precede the number of a level. */
export const LEVEL_WORDS: readonly string[] = 'level lvl lev lv l'.split(' ');

const NUMBERED = [LEVEL_WORDS, ['lot', 'l']];

/** The alternatives of a word that precedes a number: "lvl" and "l" for "level"; empty for other words. */
export const numberedAlike = (word: string): readonly string[] => NUMBERED.filter((list) => list.includes(word)).flat();

const NUMBERED_JOINED = new RegExp(`^(${NUMBERED.flat().join('|')})(\\d+[a-z]?)$`);

/** The word and the number in a word such as "l2". */
export function splitNumbered(word: string): [word: string, number: string] | undefined {
  const [, name, number] = NUMBERED_JOINED.exec(word) ?? [];
  return name !== undefined && number !== undefined ? [name, number] : undefined;
}
