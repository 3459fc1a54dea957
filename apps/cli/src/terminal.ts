const PATIENCE_MS = 1_000;
const INTERVAL_MS = 200;

/** What a person at a terminal sees: results on stdout, the rest on stderr; one rewritten line while it takes long. */
export class Terminal {
  private readonly begun = performance.now();
  private shownAt = 0;
  private isShowing = false;

  /** A result. */
  say(text: string): void {
    this.clear();
    process.stdout.write(`${harmless(text)}\n`);
  }

  /** Something that is wrong, or worth knowing. */
  warn(text: string): void {
    this.clear();
    process.stderr.write(`${harmless(text)}\n`);
  }

  /** How far it is; for terminals, and only for what takes more than a second. */
  progress(text: string): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.begun < PATIENCE_MS || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    this.isShowing = true;
    process.stderr.write(`\r\u001B[2K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  private clear(): void {
    if (this.isShowing) process.stderr.write('\r\u001B[2K');
    this.isShowing = false;
  }
}

/** Names of files and texts of feeds are others': they do not command the terminal. */
const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
