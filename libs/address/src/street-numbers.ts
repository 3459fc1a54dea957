import type { AddressParts } from './address-texts.js';
import { isUnitWord, LEVEL_WORDS, numberOfUnit, splitNumbered, UNIT_WORDS } from './unit-words.js';

/** The numbers of an address in canonical form, whichever field contains them, and the street without them. */
export interface StreetNumbers {
  readonly number: string;
  readonly unit: string;
  readonly lot: string;
  readonly street: string;
}

type Given = Pick<AddressParts, 'subNumber' | 'streetNumber' | 'lotNumber' | 'street'>;

const UNIT = `(?:${[...UNIT_WORDS, ...LEVEL_WORDS].join('|')})`;
const SINGLE = '[a-z]?\\d+[a-z]?';

/** "2/102 lennox street", "lot 4a lennox street", "60 1st avenue"; "1st avenue" has no number. */
const AHEAD = new RegExp(
  `^((?:(?:${UNIT}|lot)\\s*)?${SINGLE}(?:\\s*[-/,]\\s*${SINGLE})*)[\\s,]+(?=\\D|\\d+(?:st|nd|rd|th)\\b)(.+)$`,
);

/** "lot 4a", "lot 4a, 12". */
const LOT = /^lots?\s*(\w[^/,]*?)(?:\s*[/,]\s*(.+))?$/;

/** "2/102", "unit 2, 102", "u2/102", "unit 2 102", "level 2/102". */
const UNIT_AND_NUMBER = new RegExp(
  `^(?:((?:${UNIT}\\s*)?(?:${SINGLE}|[a-z]))\\s*[/,]\\s*(.*\\d.*)|(${UNIT}\\s*(?:${SINGLE}|[a-z]))\\s+(\\d.*))$`,
);

/**
 * Reads the numbers from all fields: "Unit 2, 102", "2/102" and "U2/102" in one field are unit 2 of number 102, and
 * "Lot 4A" in any field is the lot.
 */
export function numbersOf(given: Given): StreetNumbers {
  let [sub, number, lot] = [given.subNumber, given.streetNumber, given.lotNumber].map(clean).map(joinLetter) as [
    string,
    string,
    string,
  ]; // of three values
  let street = given.street.trim();
  if (sub + number + lot === '') {
    const [, ahead = '', name = street] = AHEAD.exec(clean(street)) ?? [];
    [number, street] = [ahead, name];
  }
  [number, lot] = withoutLot(number, lot);
  [sub, lot] = withoutLot(sub, lot);
  if (number === '' && UNIT_AND_NUMBER.test(sub)) [number, sub] = [sub, ''];
  const split = UNIT_AND_NUMBER.exec(number);
  if (split) {
    const unit = unitKey(split[1] ?? split[3] ?? '');
    number = split[2] ?? split[4] ?? '';
    sub = [...new Set([unitKey(sub), unit])].filter(Boolean).join(' ');
  }
  return {
    number: numberKey(number),
    unit: unitKey(sub),
    lot: numberKey(lot.replace(/^(?:lots?\s*|l(?=\d))/, '')),
    street,
  };
}

/** Lower case, without full stops and "No." */
const clean = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:no|num|number)\s+(?=\d)/, '');

/** "12a" for "12 a". */
const joinLetter = (text: string): string => text.replace(/(?<=\d) (?=[a-z](?:$|\s*[,/-]))/g, '');

function withoutLot(field: string, lot: string): [string, string] {
  const [, named, rest = ''] = LOT.exec(field) ?? [];
  return named === undefined ? [field, lot] : [rest, lot || named];
}

const withoutZeros = (text: string): string => text.replace(/(?<![\d.])0+(?=\d)/g, '');

/** "102-104a" for "102 – 104 A". */
const numberKey = (text: string): string => withoutZeros(text.replace(/\s*[-\u2010-\u2015&]\s*/g, '-'));

/** "2" for "unit 2" and "u2", "level 2" for "lvl 2" and "l2"; other words are kept. */
function unitKey(text: string): string {
  const words = text.split(/[\s,/]+/).filter(Boolean);
  const kept = words.filter((word, at) => !(isUnitWord(word) && /^(?:.*\d.*|[a-z])$/.test(words[at + 1] ?? '')));
  return withoutZeros(kept.map((word, at) => numberOfUnit(word) ?? levelKey(word, kept[at + 1])).join(' '));
}

function levelKey(word: string, next = ''): string {
  const [name, number] = splitNumbered(word) ?? [word];
  if (!LEVEL_WORDS.includes(name) || !/^\d/.test(number ?? next)) return word;
  return number === undefined ? 'level' : `level ${number}`;
}
