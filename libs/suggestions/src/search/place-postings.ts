import { LetterSets } from './letter-sets.js';
import type { TextWord } from './text-word.js';

/** A place of which a part of the text begins with certain letters. */
export interface Posting {
  /** The name from one of its words on, without spaces ("northsydney", "sydney"); or the postcode. */
  readonly text: string;
  /** The index of the place. */
  readonly entry: number;
  /** The index of the word. */
  readonly at: number;
}

/** Places by the first letters of the words of their texts. */
export class PlacePostings {
  /** By the first two letters, and those together by the first one. */
  private readonly buckets = new Map<string, Posting[]>();
  private readonly byLetter = new Map<string, Posting[][]>();
  /** Those of names: nobody looks for typos in a postcode. */
  private readonly names: Posting[] = [];
  private readonly letters = new LetterSets();

  add(entry: number, words: readonly TextWord[]): void {
    words.forEach(({ kind, forms }, at) => {
      if (kind === 'postcode') for (const text of forms) this.post({ text, entry, at });
      if (kind !== 'name' && kind !== 'alias') return;
      const rest = words.slice(at + 1).filter((word) => word.kind === kind);
      const rests = new Set([
        joined(rest, ([written]) => written),
        joined(rest, ([written, meant]) => meant ?? written),
      ]);
      for (const form of forms)
        for (const end of rests) {
          const posting = { text: form + end, entry, at };
          this.post(posting);
          this.names.push(posting);
          this.letters.add(posting.text);
        }
    });
  }

  /** What starts with a text that is not empty. */
  startingWith(text: string): Posting[] {
    const [first = ''] = text;
    const buckets = text.length < 2 ? (this.byLetter.get(first) ?? []) : [this.buckets.get(text.slice(0, 2)) ?? []];
    return buckets.flatMap((bucket) => bucket.filter((posting) => posting.text.startsWith(text)));
  }

  /** Names that may start with a text but for a number of typos. */
  near(text: string, typos: number): Posting[] {
    return this.letters.near(text, typos).flatMap((at) => this.names[at] ?? []);
  }

  private post(posting: Posting): void {
    const key = posting.text.slice(0, 2);
    let bucket = this.buckets.get(key);
    if (!bucket) {
      this.buckets.set(key, (bucket = []));
      const letter = key.slice(0, 1);
      const those = this.byLetter.get(letter);
      if (those) those.push(bucket);
      else this.byLetter.set(letter, [bucket]);
    }
    bucket.push(posting);
  }
}

const joined = (words: readonly TextWord[], form: (forms: TextWord['forms']) => string): string =>
  words.map(({ forms }) => form(forms)).join('');
