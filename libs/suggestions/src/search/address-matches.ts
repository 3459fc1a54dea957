import { asOneWord, placeWords } from '@app/address';
import type { WordCondition, WordForm } from '@app/listings';
import type { MatchedWord } from './word-matches.js';

/**
 * The words of an address that meet the conditions of `s` (`wordsToFind`), in the order of the conditions. Undefined if
 * one is not met: the index also finds words in descriptions.
 */
export function matchAddress(address: string, conditions: readonly WordCondition[]): MatchedWord[] | undefined {
  const words = placeWords(address).map(({ folded }) => folded);
  const found = new Map<number, MatchedWord>();
  for (const forms of conditions.flat()) {
    const match = words.map((_, at) => matchAt(words, at, forms)).find(({ length }) => length > 0);
    if (!match) return undefined;
    for (const one of match) if (!found.has(one.at)) found.set(one.at, one);
  }
  return [...found.values()];
}

function matchAt(words: readonly string[], at: number, forms: readonly WordForm[]): MatchedWord[] {
  const word = words[at] ?? '';
  const joined = asOneWord(word, words[at + 1] ?? '');
  if (forms.some(({ form }) => form === word)) return [{ at }];
  if (joined !== undefined && forms.some(({ form }) => form === joined)) return [{ at }, { at: at + 1 }];
  const begun = forms.find(({ form, isBegun }) => isBegun && word.startsWith(form));
  return begun ? [{ at, letters: begun.form.length }] : [];
}
