/** Writes to a directory while servers are measured, told by messages of the bench: see `Writer`. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedLine, changeOf, type Line, type Lines } from './changes.js';
import { Intake } from './intake.js';
import type { Order, Written } from './writer.js';

/** As many listings change one by one, again and again. */
const MOST_LINES = 4_000;
/** From a thousand on the import would vacuum. */
const TOGETHER = 900;

const [root = '', folder = ''] = process.argv.slice(2);

async function* linesOf(kind: keyof Lines): AsyncGenerator<Line> {
  const file = createReadStream(join(folder, `${kind}.ndjson`));
  for await (const line of createInterface({ input: file })) yield JSON.parse(line) as Line; // written by `lines.ts`
}

async function firstLines(kind: keyof Lines): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of linesOf(kind)) if (lines.push(line) >= MOST_LINES) break;
  return lines;
}

/** Commits one change after the other, so many a second as far as one at a time can be so many. */
class Stream {
  private rate = 0;
  private next = 0;
  private running: Promise<void> = Promise.resolve();
  private committed = 0;
  private since = performance.now();

  constructor(
    private readonly intake: Intake,
    private readonly lines: Lines,
  ) {}

  /** Another rate from now on, 0: none. Returns how it went at the one before. */
  async turn(rate: number): Promise<Written> {
    this.rate = 0;
    await this.running;
    const seconds = (performance.now() - this.since) / 1000;
    const written = { count: this.committed, seconds };
    [this.rate, this.committed, this.since] = [rate, 0, performance.now()];
    if (rate > 0) this.running = this.run(rate);
    return written;
  }

  private async run(rate: number): Promise<void> {
    for (let due = performance.now(); this.rate > 0; due += 1000 / rate) {
      await sleep(Math.max(0, due - performance.now()));
      await this.intake.write(changeOf(this.next++, this.lines));
      this.committed++;
    }
  }
}

/** Every listing of the file, in transactions that are too small to end with a vacuum. */
async function load(intake: Intake): Promise<Written> {
  const begun = performance.now();
  let count = 0;
  let together: Line[] = [];
  const flush = async () => {
    await intake.import('listings', together);
    count += together.length;
    together = [];
  };
  for await (const line of linesOf('listings')) {
    together.push(changedLine(line, count + together.length));
    if (together.length === TOGETHER) await flush();
  }
  await flush();
  return { count, seconds: (performance.now() - begun) / 1000 };
}

const intake = await Intake.open(root, process.env['DATABASE_URL'] ?? '');
const stream = new Stream(intake, {
  listings: await firstLines('listings'),
  agents: await firstLines('agents'),
  accounts: await firstLines('accounts'),
});

process.on('message', (order: Order) => {
  const work = order.kind === 'load' ? load(intake) : stream.turn(order.rate);
  work.then(
    (written) => process.send?.(written),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// Also when the bench was killed.
process.on('disconnect', () => process.exit());
process.send?.('ready');
