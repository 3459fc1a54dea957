const PATIENCE_MS = 1_000;
const INTERVAL_MS = 200;

/** Terminal output: results on stdout, everything else on stderr; progress in a single line that is rewritten. */
export class Terminal {
  private readonly begun = performance.now();
  private shownAt = 0;
  private isShowing = false;

  /** Prints a result. */
  say(text: string): void {
    this.clear();
    process.stdout.write(`${harmless(text)}\n`);
  }

  /** Prints a problem or a notice. */
  warn(text: string): void {
    this.clear();
    process.stderr.write(`${harmless(text)}\n`);
  }

  /** Shows progress: only on a terminal, and only for work that takes more than a second. */
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

/** Replaces control characters: file names and texts of feeds come from others and must not control the terminal. */
const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
