import { ORDINALS } from './ordinals.js';
import { ABBREVIATIONS, placeWords, stateNamed, type PlaceWord } from './place-words.js';
import { STREET_ABBREVIATIONS, STREET_TYPES } from './street-types.js';
import { asOneWord, BEGINNINGS } from './text-words.js';
import { isUnitWord, LEVEL_WORDS, numberOfUnit, splitNumbered } from './unit-words.js';

/** A word of an address in the form that is compared. */
export interface AddressWord {
  /** The word in full, the likeliest meaning first: "street" and "saint" for "st". */
  readonly forms: readonly [string, ...string[]];
  /** The words of the text (`placeWords`) that it stands for; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of forms of a text. */
const MOST_FORMS = 16;
const LONGEST_STATE = 3;

const isNumber = (word = ''): boolean => /^\d/.test(word);

/** A word of an address that is being read, with its neighbours. */
interface Reading {
  readonly words: readonly PlaceWord[];
  readonly at: number;
  readonly text: string;
  /** Whether no name precedes it in its part of the address: "Dr" is Doctor there, and Drive elsewhere. */
  readonly isFirst: boolean;
}

/**
 * The words of an address, or of a part of one, as the filters and suggestions of addresses compare them: units and
 * lots in one form, abbreviations, ordinals and the state in their usual form, names that are written apart as one
 * word. Words without a meaning ("Unit", "and", the country) are left out.
 */
export function readAddress(text: string): AddressWord[] {
  const words = placeWords(text);
  const read: AddressWord[] = [];
  let isFirst = true;
  for (let at = 0; at < words.length;) {
    if (at > 0 && text.slice(words[at - 1]?.to, words[at]?.from).includes(',')) isFirst = true;
    const { length, forms } = readWord({ words, at, text, isFirst });
    for (const one of forms) read.push({ forms: one, from: at, to: at + length });
    if (forms.some(([form]) => !isNumber(form))) isFirst = false;
    at += length;
  }
  return read;
}

/** The words that stand at a position, and the number of words of the text that they are read from. */
interface Read {
  readonly length: number;
  readonly forms: readonly AddressWord['forms'][];
}

const one = (length: number, ...forms: AddressWord['forms']): Read => ({ length, forms: [forms] });

function readWord(reading: Reading): Read {
  const { words, at, text } = reading;
  const [before = '', word = '', next = '', then = ''] = [-1, 0, 1, 2].map((ahead) => words[at + ahead]?.folded);
  const isLetterOfUnit = isUnitWord(word) && /^[a-z]$/.test(next) && isNumber(then);
  if (isLetterOfUnit || isLeftOut(word, before, next)) return { length: 1, forms: [] };
  const state = readState(words, at);
  if (state) return state;
  const ordinal = ORDINALS.get(word);
  if (ordinal) return { length: 1, forms: ordinal.map((form) => [form]) };
  const hasDigits = /\d/.test(word);
  const unit = hasDigits ? numberOfUnit(word) : undefined;
  if (unit !== undefined) return one(1, unit);
  const [name, number] = (hasDigits ? splitNumbered(word) : undefined) ?? [word];
  if (number !== undefined) return { length: 1, forms: [levelOrLot(name), [number]] };
  if (isNumber(next) && (name === 'lot' || LEVEL_WORDS.includes(name))) return one(1, ...levelOrLot(name));
  const isBlank = text.slice(words[at]?.to, words[at + 1]?.from).trim() === '';
  if (isNumber(word) && isBlank && isPartOfNumber(next)) return one(2, word + next);
  const isEnd = at + 2 === words.length && next !== '';
  if (BEGINNINGS.has(word) && !STREET_TYPES.has(next) && (isEnd || asOneWord(word, next) !== undefined))
    return one(2, word + next);
  return one(1, ...fullForms(word, reading));
}

const levelOrLot = (name: string): AddressWord['forms'] =>
  name === 'l' ? ['level', 'lot'] : [LEVEL_WORDS.includes(name) ? 'level' : 'lot'];

/** "12 A" is "12A"; "12 N" may continue with "Sydney Road", and "12 O" with "Connor Street". */
const isPartOfNumber = (next: string): boolean =>
  /^[a-z]$/.test(next) && !ABBREVIATIONS.has(next) && !BEGINNINGS.has(next);

/** Whether a word means nothing: "and"; "unit" and "no" before a number; the country after an address. */
export function isLeftOut(word: string, before: string, next: string): boolean {
  if (word === 'and') return before + next !== '';
  if (isNumber(next)) return isUnitWord(word) || /^(no|num|number)$/.test(word);
  return /^(au|aus|australia)$/.test(word) && next === '' && !/^(south|western|)$/.test(before);
}

/** The name of a state at the end, or before a postcode or the country: "vic" for "Victoria". */
function readState(words: readonly PlaceWord[], at: number): Read | undefined {
  if (at === 0) return undefined;
  for (let length = LONGEST_STATE; length > 0; length -= 1) {
    const isAtEnd = /^(\d{1,4}|au|aus|australia)?$/.test(words[at + length]?.folded ?? '');
    if (!isAtEnd || at + length > words.length) continue;
    const name = words.slice(at, at + length).map(({ folded }) => folded);
    const code = stateNamed(name.join(' '));
    if (code !== undefined && code !== name[0]) return length === 1 ? one(1, code, ...name) : one(length, code);
  }
  return undefined;
}

/** A word in full: as a name at the beginning, as the type of a street behind a name. A last word may be incomplete. */
function fullForms(word: string, { words, at, isFirst }: Reading): AddressWord['forms'] {
  const names = ABBREVIATIONS.get(word) ?? [];
  const type = STREET_ABBREVIATIONS.get(word) ?? [];
  const isAfterType = STREET_TYPES.has(words[at - 1]?.folded ?? '');
  const initials = word.length === 1 && !isAfterType ? names.toReversed() : names;
  const forms = isFirst ? [...initials, type].flat() : [type, ...initials].flat();
  const [first = word, ...others] = [...new Set([...forms, ...(at === words.length - 1 ? [word] : [])])];
  return [first, ...others];
}

/** The compared text of an address, between spaces: " 2 14 saint kilda road melbourne vic 3004 ". */
export const addressText = (text: string): string =>
  ` ${readAddress(text)
    .map(({ forms: [form] }) => form)
    .join(' ')} `;

/**
 * The parts of `addressText` that a part of an address may be. A number at the beginning is a whole number, and so is a
 * number alone.
 */
export function addressForms(text: string): string[] {
  const words = readAddress(text);
  const texts = words.reduce<string[]>(
    (all, { forms }) => all.flatMap((begun) => forms.map((form) => `${begun} ${form}`)).slice(0, MOST_FORMS),
    [''],
  );
  if (words.length === 0) return [];
  if (!isNumber(words[0]?.forms[0])) return texts.map((form) => form.slice(1));
  return words.length === 1 ? texts.map((form) => `${form} `) : texts;
}
