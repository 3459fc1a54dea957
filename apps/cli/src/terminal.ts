const TIMEOUT_MS = 1_000;
const INTERVAL_MS = 200;

/** An output stream, such as `process.stderr`. */
export interface Printer {
  write(text: string): unknown;
  /** Whether the stream is a terminal. */
  readonly isTTY?: boolean;
  /** Width in characters. */
  readonly columns?: number | undefined;
}

/** Terminal output: results on stdout, everything else on stderr; progress in a single line that is rewritten. */
export class Terminal {
  private readonly begun = performance.now();
  private shownAt = 0;
  private isShowing = false;

  constructor(
    private readonly out: Printer = process.stdout,
    private readonly err: Printer = process.stderr,
  ) {}

  /** The streams on which the command-line parser prints help and errors. */
  get output() {
    return {
      writeOut: (text: string) => void this.out.write(text),
      writeErr: (text: string) => void this.err.write(text),
    };
  }

  /** Prints a result. */
  say(text: string): void {
    this.clear();
    this.out.write(`${harmless(text)}\n`);
  }

  /** Prints a problem or a notice. */
  warn(text: string): void {
    this.clear();
    this.err.write(`${harmless(text)}\n`);
  }

  /** Shows progress, but only on a terminal and for work that takes more than a second. */
  progress(text: string): void {
    const now = performance.now();
    if (!this.err.isTTY || now - this.begun < TIMEOUT_MS || now - this.shownAt < INTERVAL_MS) return;
    this.shownAt = now;
    this.isShowing = true;
    this.err.write(`\r\u001B[2K${text.slice(0, (this.err.columns || 80) - 1)}`);
  }

  private clear(): void {
    if (this.isShowing) this.err.write('\r\u001B[2K');
    this.isShowing = false;
  }
}

/** Replaces control characters: file names and texts of feeds come from others and must not control the terminal. */
const harmless = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
