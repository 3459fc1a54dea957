/** Where characters come next in a text; each is looked for once, however often it is asked for. */
export class Lookahead {
  private readonly places = new Map<string, number>();

  constructor(private readonly text: string) {}

  /** The next place of a character at a position or behind it; the length of the text when there is none. */
  next(character: string, from: number): number {
    const known = this.places.get(character);
    if (known !== undefined && known >= from) return known;
    const found = this.text.indexOf(character, from);
    const place = found < 0 ? this.text.length : found;
    this.places.set(character, place);
    return place;
  }
}
