import { hash } from 'node:crypto';

/** The names of prepared statements: of the first so many texts. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly most: number) {}

  /** Undefined for a text that comes too late. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.most) return known;
    // Derived from the text: equal names always mean equal statements, also in sessions shared with others.
    const name = hash('sha1', text, 'base64url');
    this.names.set(text, name);
    return name;
  }
}
