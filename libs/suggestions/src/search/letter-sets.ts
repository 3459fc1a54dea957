const FIRST_SIZE = 1_024;

/** Bits for the letters that a text has, that it has twice, and three times; signs that are no letters share them. */
interface Letters {
  readonly once: number;
  readonly twice: number;
  readonly thrice: number;
}

function lettersOf(text: string): Letters {
  let [once, twice, thrice] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const letter = 1 << (text.charCodeAt(at) & 31);
    thrice |= twice & letter;
    twice |= once & letter;
    once |= letter;
  }
  return { once, twice, thrice };
}

/** How many bits are set, as far as it matters. */
function bitsOf(bits: number, most: number): number {
  let [rest, count] = [bits, 0];
  for (; rest !== 0 && count <= most; count += 1) rest &= rest - 1;
  return count;
}

/**
 * The letters and lengths of many texts, side by side in memory: those that cannot start with something typed, whatever the
 * typos, are told from others in a few nanoseconds each.
 */
export class LetterSets {
  private once = new Int32Array(FIRST_SIZE);
  private twice = new Int32Array(FIRST_SIZE);
  private thrice = new Int32Array(FIRST_SIZE);
  private lengths = new Int32Array(FIRST_SIZE);
  private count = 0;

  add(text: string): void {
    if (this.count === this.once.length) this.grow();
    const { once, twice, thrice } = lettersOf(text);
    this.once[this.count] = once;
    this.twice[this.count] = twice;
    this.thrice[this.count] = thrice;
    this.lengths[this.count] = text.length;
    this.count += 1;
  }

  /**
   * The indices of the texts that may start with `typed` but for so many typos: each makes up for one letter that the text
   * does not have, or not often enough.
   */
  near(typed: string, typos: number): number[] {
    const { once, twice, thrice, lengths, count } = this;
    const wanted = lettersOf(typed);
    const shortest = typed.length - typos;
    const found: number[] = [];
    for (let at = 0; at < count; at += 1) {
      if ((lengths[at] ?? 0) < shortest) continue;
      let missing = bitsOf(wanted.once & ~(once[at] ?? 0), typos);
      if (missing > typos) continue;
      missing += bitsOf(wanted.twice & ~(twice[at] ?? 0), typos) + bitsOf(wanted.thrice & ~(thrice[at] ?? 0), typos);
      if (missing <= typos) found.push(at);
    }
    return found;
  }

  private grow(): void {
    const grown = (sets: Int32Array): Int32Array<ArrayBuffer> => {
      const twiceAsLong = new Int32Array(2 * sets.length);
      twiceAsLong.set(sets);
      return twiceAsLong;
    };
    this.once = grown(this.once);
    this.twice = grown(this.twice);
    this.thrice = grown(this.thrice);
    this.lengths = grown(this.lengths);
  }
}
