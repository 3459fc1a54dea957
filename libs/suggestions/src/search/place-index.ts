import { fold } from '@app/lists';
import { lacks, lettersOf, nearSpelling } from './near-spelling.js';
import { PlaceCatalog, type PlaceEntry } from './place-catalog.js';
import { Best, rankOf, rankOfTypos, type RankedPlace } from './ranking.js';
import type { PlaceType, SuburbRow } from './suggested-place.js';
import type { TextWord } from './text-word.js';
import { readingsOf } from './typed-place.js';
import { matchWords, wordsAt, type TypedWord } from './word-matches.js';

/** A search for places. */
export interface PlaceSearch {
  readonly typed: string;
  readonly types: ReadonlySet<PlaceType>;
  /** The forms of the state (`stateForms`); absent: all states. */
  readonly states?: readonly string[] | undefined;
  readonly limit: number;
  /** The number of current listings of an entry. */
  readonly listingsOf: (entry: number) => number;
}

/** Minimum number of letters to look for a typo; twice as many letters may have one more. */
const FEWEST_LETTERS = 4;
const NUMBER = /^\p{Number}+$/u;

/** The name of a place from one of its words on, without spaces ("northsydney", "sydney"). */
interface Name {
  readonly text: string;
  /** The index of the place. */
  readonly entry: number;
  /** The index of the word. */
  readonly at: number;
}

/** Finds the places that a text may mean. */
export class PlaceIndex {
  readonly catalog = new PlaceCatalog();
  /** The places with a word that begins with a given letter, or two letters. */
  private readonly byLetters = new Map<string, Set<number>>();
  private readonly names: Name[] = [];
  /** The letters of each name, contiguous in memory, because they exclude most names. */
  private readonly letters: number[] = [];
  private readonly states = new Set<string>();

  add(row: SuburbRow): void {
    for (const entry of this.catalog.add(row)) {
      const { words } = this.entry(entry);
      words.forEach(({ kind, forms }, at) => {
        const isName = kind === 'name' || kind === 'alias';
        const texts = isName ? namesFrom(words, at) : forms;
        for (const text of texts) {
          this.enter(text.slice(0, 1), entry);
          this.enter(text.slice(0, 2), entry);
          if (isName) this.letters.push(lettersOf(text));
          if (isName) this.names.push({ text, entry, at });
          if (kind === 'state') this.states.add(text);
        }
      });
    }
  }

  /** The best places for the typed text, in order. Typos are considered only if there are too few other places. */
  find(search: PlaceSearch): readonly RankedPlace[] {
    const best = new Best(search.limit);
    let first: readonly TypedWord[] | undefined;
    for (const words of readingsOf(search.typed)) {
      first ??= words;
      this.addMatches(words, search, best);
      if (best.found.length > 0) break;
    }
    if (first && !best.isFull) this.addTypos(first, search, best);
    return best.found;
  }

  private addMatches(typed: readonly TypedWord[], search: PlaceSearch, best: Best): void {
    for (const at of this.candidates(typed)) {
      const entry = this.entry(at);
      if (!isWanted(entry, search)) continue;
      const matches = matchWords(typed, entry.words);
      const rank = matches && rankOf(entry, matches, typed);
      if (matches && rank !== undefined) best.add({ entry, rank, matches, listings: search.listingsOf(at) });
    }
  }

  /**
   * The places that the first word may match: one of their words begins with it, or with a word that it abbreviates.
   */
  private candidates([first]: readonly TypedWord[]): Set<number> {
    const texts = first ? [first.folded, ...first.meanings] : [];
    const found = new Set<number>();
    for (const text of texts) for (const entry of this.byLetters.get(text.slice(0, 2)) ?? []) found.add(entry);
    return found;
  }

  private addTypos(typed: readonly TypedWord[], search: PlaceSearch, best: Best): void {
    const rest = typed.filter(({ folded }) => this.states.has(folded) || NUMBER.test(folded));
    const name = typed.filter((word) => !rest.includes(word));
    const written = name.map(({ folded }) => folded).join('');
    if (written.length < FEWEST_LETTERS) return;
    const most = written.length < 2 * FEWEST_LETTERS ? 1 : 2;
    const spellings = new Set([written, name.map(({ meanings: [meant = ''] }) => meant).join('')]);
    const known = new Set(best.found.map(({ entry }) => entry));
    const nearest = new Map<number, RankedPlace>();
    for (const spelling of spellings) {
      const wanted = lettersOf(spelling);
      for (let index = 0; index < this.names.length; index += 1) {
        if (lacks(this.letters[index] ?? 0, wanted, most)) continue;
        const { text, entry: number, at } = this.names[index] as Name; // within the array
        const near = nearSpelling(spelling, text, most);
        if (!near) continue;
        const entry = this.entry(number);
        if (known.has(entry) || !isWanted(entry, search)) continue;
        const others = matchWords(rest, entry.words, ({ kind }) => kind !== 'name');
        if (!others) continue;
        const matches = [...wordsAt(text.slice(0, near.length), entry.words, at), ...others];
        const found = { entry, rank: rankOfTypos(entry, near.typos), matches, listings: search.listingsOf(number) };
        if ((nearest.get(number)?.rank ?? Infinity) > found.rank) nearest.set(number, found);
      }
    }
    for (const found of nearest.values()) best.add(found);
  }

  private enter(letters: string, entry: number): void {
    const entries = this.byLetters.get(letters);
    if (entries) entries.add(entry);
    else this.byLetters.set(letters, new Set([entry]));
  }

  private entry(at: number): PlaceEntry {
    return this.catalog.entries[at] as PlaceEntry; // the index of a catalog entry
  }
}

/** The names that begin with a form of a word, followed by the other words as written or in full. */
function namesFrom(words: readonly TextWord[], at: number): string[] {
  const [first, ...rest] = words.slice(at).filter(({ kind }) => kind === words[at]?.kind);
  const ends = new Set([0, 1].map((form) => rest.map(({ forms }) => forms[form] ?? forms[0]).join('')));
  return (first?.forms ?? []).flatMap((form) => [...ends].map((end) => form + end));
}

const isWanted = ({ place }: PlaceEntry, { types, states }: PlaceSearch): boolean =>
  types.has(place.type) && (states?.includes(fold(place.state)) ?? true);
