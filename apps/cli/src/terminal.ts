/** Pauses before the first and between later texts of progress, on a terminal and in a log. */
const ON_TERMINAL = { firstMs: 1_000, nextMs: 200 };
const IN_LOG = { firstMs: 10_000, nextMs: 10_000 };

/** An output stream, such as `process.stderr`. */
export interface Printer {
  write(text: string): unknown;
  /** Whether the stream is a terminal. */
  readonly isTTY?: boolean;
  /** Width in characters. */
  readonly columns?: number | undefined;
}

/** Terminal output: results on stdout, everything else on stderr; progress in a single line that is rewritten on terminals. */
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

  /** Shows the progress of work that takes more than a second; in a log, a line every ten seconds. */
  progress(text: string): void {
    const now = performance.now();
    const { firstMs, nextMs } = this.err.isTTY ? ON_TERMINAL : IN_LOG;
    if (now - this.begun < firstMs || now - this.shownAt < nextMs) return;
    this.shownAt = now;
    if (!this.err.isTTY) return void this.err.write(`${harmless(text)}\n`);
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
