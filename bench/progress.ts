/** Says what runs: one rewritten line for a person at a terminal, else a line for each step. */
export class Progress {
  private isShowing = false;

  /** A step, or how far it is. */
  step(text: string): void {
    if (!process.stderr.isTTY) return void process.stderr.write(`${text}\n`);
    this.isShowing = true;
    process.stderr.write(`\r\u001B[2K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** What changes many times a second; for terminals alone. */
  tick(text: string): void {
    if (process.stderr.isTTY) this.step(text);
  }

  /** Something to keep, on stdout. */
  say(text: string): void {
    this.clear();
    process.stdout.write(`${text}\n`);
  }

  clear(): void {
    if (this.isShowing) process.stderr.write('\r\u001B[2K');
    this.isShowing = false;
  }
}
