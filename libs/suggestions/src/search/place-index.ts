import { fold } from '@app/lists';
import { nearSpelling } from './near-spelling.js';
import { PlaceCatalog, type PlaceEntry } from './place-catalog.js';
import { PlacePostings, type Posting } from './place-postings.js';
import { Best, rankOf, rankOfTypos, type Found } from './ranking.js';
import type { PlaceType, SuburbRow } from './suggested-place.js';
import { readingsOf } from './typed-place.js';
import { joinedWords, matchWords, wordsAt, type TypedWord } from './word-matches.js';

/** What places are searched for. */
export interface PlaceSearch {
  readonly typed: string;
  readonly types: ReadonlySet<PlaceType>;
  /** Case-folded; when absent, in every state. */
  readonly state?: string | undefined;
  readonly limit: number;
  /** The number of current listings of an entry. */
  readonly listingsOf: (entry: number) => number;
}

/** Typos are looked for in what has so many letters; twice as many may have one more. */
const FEWEST_LETTERS = 4;
const NUMBER = /^\p{Number}+$/u;

/** Finds the places that somebody may mean. */
export class PlaceIndex {
  readonly catalog = new PlaceCatalog();
  private readonly postings = new PlacePostings();
  private readonly byState = new Map<string, number[]>();

  add(row: SuburbRow): void {
    for (const at of this.catalog.add(row)) {
      const { words } = this.entry(at);
      this.postings.add(at, words);
      for (const { kind, forms } of words) if (kind === 'state') for (const form of forms) this.addToState(form, at);
    }
  }

  /** The places that fit what was typed best, in order; with typos only if there are too few others. */
  find(search: PlaceSearch): readonly Found[] {
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

  /** The entries that may match: those of the rarest word that is more than a state, and of words that belong together. */
  private candidates(typed: readonly TypedWord[]): Set<number> {
    const words = [...new Map(typed.map((word) => [word.folded, word])).values()];
    const named = words.filter(({ folded }) => !this.beginsState(folded));
    const [rarest] = named.map((word) => this.meant(word)).sort((one, other) => one.length - other.length);
    const found = rarest ?? words.flatMap((word) => this.meant(word));
    const entries = new Set(
      [...found, ...joinedWords(typed).flatMap((text) => this.postings.startingWith(text))].map(entryOf),
    );
    if (!rarest) for (const { folded } of typed) for (const at of this.byState.get(folded) ?? []) entries.add(at);
    return entries;
  }

  private meant({ folded, meanings }: TypedWord): Posting[] {
    return [...new Set([folded, ...meanings])].flatMap((text) => this.postings.startingWith(text));
  }

  private addTypos(typed: readonly TypedWord[], search: PlaceSearch, best: Best): void {
    const rest = typed.filter(({ folded }) => this.byState.has(folded) || NUMBER.test(folded));
    const name = typed.filter((word) => !rest.includes(word));
    const written = name.map(({ folded }) => folded).join('');
    if (written.length < FEWEST_LETTERS) return;
    const most = written.length < 2 * FEWEST_LETTERS ? 1 : 2;
    const spellings = new Set([written, name.map(({ meanings: [meant = ''] }) => meant).join('')]);
    const known = new Set(best.found.map(({ entry }) => entry));
    const nearest = new Map<number, Found>();
    for (const spelling of spellings) {
      for (const posting of this.postings.near(spelling, most)) {
        const entry = this.entry(posting.entry);
        const near = nearSpelling(spelling, posting.text, most);
        if (!near || known.has(entry) || !isWanted(entry, search)) continue;
        const others = matchWords(rest, entry.words, ({ kind }) => kind !== 'name');
        if (!others) continue;
        const matches = [...wordsAt(posting.text.slice(0, near.length), entry.words, posting.at), ...others];
        const found = {
          entry,
          rank: rankOfTypos(entry, near.typos),
          matches,
          listings: search.listingsOf(posting.entry),
        };
        if ((nearest.get(posting.entry)?.rank ?? Infinity) > found.rank) nearest.set(posting.entry, found);
      }
    }
    for (const found of nearest.values()) best.add(found);
  }

  private beginsState(text: string): boolean {
    for (const form of this.byState.keys()) if (form.startsWith(text)) return true;
    return false;
  }

  private addToState(form: string, at: number): void {
    const entries = this.byState.get(form);
    if (entries) entries.push(at);
    else this.byState.set(form, [at]);
  }

  private entry(at: number): PlaceEntry {
    return this.catalog.entries[at] as PlaceEntry; // postings name entries of the catalog
  }
}

const entryOf = ({ entry }: Posting): number => entry;

const isWanted = ({ place }: PlaceEntry, { types, state }: PlaceSearch): boolean =>
  types.has(place.type) && (state === undefined || fold(place.state) === state);
