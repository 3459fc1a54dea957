/** Finds the next occurrence of characters in a text; each search is cached. */
export class Lookahead {
  private readonly places = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** The offset of the next occurrence at or after `from`; the length of the text if there is none. */
  next(character: string, from: number): number {
    const cached = this.places.get(character);
    if (cached !== undefined && cached >= from) return cached;
    const found = this.text.indexOf(character, from);
    const place = found < 0 ? this.text.length : found;
    this.places.set(character, place);
    return place;
  }
}
