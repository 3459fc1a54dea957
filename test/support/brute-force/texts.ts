import { remembered } from './remembered.js';

/** Folds the case of a letter if the result is a single letter; ß and İ stay as they are. */
const inCase = (text: string, change: (letter: string) => string): string =>
  [...text].map((letter) => ([...change(letter)].length === 1 ? change(letter) : letter)).join('');

export const upper = (text: string): string => inCase(text, (letter) => letter.toUpperCase());
export const lower = (text: string): string => inCase(text, (letter) => letter.toLowerCase());

/** Folds the case (D5). */
export const fold = remembered((text: string) => lower(text.replaceAll('İ', 'i')));

export const isSame = (text: string, wanted: string): boolean => fold(text) === fold(wanted);

export const isPart = (text: string, wanted: string): boolean => fold(text).includes(fold(wanted));

export const isStart = (text: string, wanted: string): boolean => fold(text).startsWith(fold(wanted));

/** Comma-separated values: trimmed, without empty ones (D3). */
export const itemsOf = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const isOneOf = (text: string, values: string): boolean => itemsOf(values).some((value) => isSame(text, value));

/** Whether one of the identifiers, of either kind, is in a comma-separated list. */
export const isAnyId = (identifiers: readonly (number | string | undefined)[], values: string): boolean =>
  identifiers.some((one) => one !== undefined && isOneOf(String(one), values));

/** Removes accents and apostrophes (D5). */
export const plain = remembered((text: string) =>
  fold(
    text
      .normalize('NFD')
      .replace(/[\p{Mark}'‘’ʼ`]/gu, '')
      .replaceAll('ß', 'ss')
      .replaceAll('ø', 'o'),
  ),
);

export const isPartOfName = (text: string, wanted: string): boolean =>
  plain(wanted) !== '' && plain(text).includes(plain(wanted));

export const isOneOfNames = (name: string, values: string): boolean =>
  itemsOf(values).some((value) => plain(value) === plain(name));

/** Whether every word occurs in one of the names (D5). */
export const hasEachName = (texts: readonly string[], s: string): boolean =>
  s.split(/\s+/).every((word) => texts.some((text) => isPartOfName(text, word)));

export const isTrue = (value: string): boolean => /^(true|1)$/i.test(value);

/** Compares by code point, as the store does. */
export function byText(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return Buffer.compare(left, right);
}
