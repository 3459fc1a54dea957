import { SUSPECT } from './xml-characters.js';

const REPLACEMENT = '\uFFFD';

/** Receives text and problems in order; `at` is their offset in the file. */
export interface TextSink {
  push(text: string, at: number): void;
  note(problem: string, done: string, at: number): void;
}

/** Removes the characters that XML forbids: real feeds contain them, and a strict parser would reject the file. */
export class CharacterFilter {
  private held = '';
  /** The offset of the next character. */
  private at = 0;

  constructor(private readonly to: TextSink) {}

  push(piece: string): void {
    let text = this.held + piece;
    this.held = '';
    if (endsInHalf(text)) {
      this.held = text.slice(-1);
      text = text.slice(0, -1);
    }
    let from = 0;
    for (const { 0: character, index } of text.matchAll(SUSPECT)) {
      const to = character === REPLACEMENT ? index + 1 : index;
      if (to > from) this.to.push(text.slice(from, to), this.at + from);
      this.report(character, this.at + index);
      from = index + character.length;
    }
    if (from < text.length) this.to.push(from === 0 ? text : text.slice(from), this.at + from);
    this.at += text.length;
  }

  end(): void {
    if (this.held) this.report(this.held, this.at);
  }

  private report(character: string, at: number): void {
    if (character === REPLACEMENT) this.to.note('bytes that are not in the encoding of the file', 'kept as U+FFFD', at);
    else this.to.note(`the character ${codeOf(character)}, which XML forbids`, 'stripped', at);
  }
}

/** Whether a text ends with the first half of a surrogate pair; the second half is in the next piece. */
function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

const codeOf = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code >= 0xd800 && code <= 0xdfff) return 'U+D800..DFFF';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
};
