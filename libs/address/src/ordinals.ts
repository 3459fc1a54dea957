const ONES = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const TEENS =
  'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const inWords = (number: number): string[] => {
  const [tens, ones] = [TENS[Math.floor(number / 10) - 2], ONES[(number % 10) - 1]];
  if (tens === undefined) return [TEENS[number - 10] ?? ones ?? ''];
  return ones === undefined ? [tens.replace(/y$/, 'ieth')] : [tens, ones];
};

const suffixOf = (number: number): string =>
  (Math.floor(number / 10) === 1 ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th';

const ALL = Array.from({ length: 99 }, (_, before) => before + 1).map(
  (number) => [`${number}${suffixOf(number)}`, inWords(number)] as const,
);

/** The words of ordinals from "1st" to "99th": "forty", "second" for "42nd". */
export const ORDINALS: ReadonlyMap<string, readonly string[]> = new Map(ALL);

/** The ordinals in digits, by their words: "42nd" for "forty second". */
export const ORDINALS_IN_DIGITS: ReadonlyMap<string, string> = new Map(
  ALL.map(([digits, words]) => [words.join(' '), digits]),
);
