import { placeWords, STATE_NAMES, type PlaceWord } from '@app/address';

/** The part of a place's text that a word belongs to; an alias is not in the text. */
export type WordKind = 'name' | 'state' | 'postcode' | 'alias';

/** A word of a place's text, in the form that typed words are compared with. */
export interface TextWord {
  readonly kind: WordKind;
  /** The written word and its other forms ("st": "saint"; "vic": "victoria"; "0800": "800"). */
  readonly forms: readonly [string, ...string[]];
}

/** The parts of a text, in their order. */
export type Parts = readonly (readonly [kind: WordKind, part: string])[];

const OTHER_FORMS: Readonly<Record<WordKind, (word: PlaceWord) => readonly string[]>> = {
  name: ({ meanings }) => meanings,
  alias: ({ meanings }) => meanings,
  // Names of several words are recognized when the typed text is read.
  state: ({ folded }) => [STATE_NAMES.get(folded) ?? ''].filter((name) => name !== '' && !name.includes(' ')),
  postcode: ({ folded }) => [folded.replace(/^0+(?=.)/, '')],
};

/** Maximum number of words of a text that are indexed. */
const MOST_WORDS = 16;

/** The words of texts; words that occur in many texts are stored once. */
export class TextWords {
  private readonly words = new Map<string, TextWord>();
  /** States, postcodes and aliases. */
  private readonly codes = new Map<string, readonly TextWord[]>();

  /** The words of a text that consists of parts. */
  of(parts: Parts): TextWord[] {
    return parts
      .flatMap(([kind, part]) => (kind === 'name' ? this.read(kind, part) : this.code(kind, part)))
      .slice(0, MOST_WORDS);
  }

  private code(kind: WordKind, part: string): readonly TextWord[] {
    const key = `${kind} ${part}`;
    let words = this.codes.get(key);
    if (!words) this.codes.set(key, (words = this.read(kind, part)));
    return words;
  }

  private read(kind: WordKind, part: string): TextWord[] {
    return placeWords(part).map((word) => {
      const key = `${kind} ${word.folded}`;
      let known = this.words.get(key);
      if (!known) this.words.set(key, (known = textWord(kind, word)));
      return known;
    });
  }
}

function textWord(kind: WordKind, word: PlaceWord): TextWord {
  const others = OTHER_FORMS[kind](word).filter((form) => form !== word.folded);
  return { kind, forms: [word.folded, ...others] };
}
