/** Writes to a directory while servers are measured, by order of the bench: see `Writer`. */
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedLine, changeOf, type Line, type Lines } from './changes.js';
import { Intake } from './intake.js';
import type { Order, Written } from './writer.js';

/** Lines that change again and again, spread over the first so many. */
const LINES = { listings: 4_000, agents: 200, accounts: 200 };
const SPREAD = 20;
/** From a thousand on the import would vacuum. */
const TOGETHER = 900;

const [root = '', serviceUrl = '', keys = '{}'] = process.argv.slice(2);
const headers = JSON.parse(keys) as Record<string, string>; // written by `Writer`

/** Every so many-th line of an export. */
async function* exported(kind: keyof Lines, every: number, query = ''): AsyncGenerator<Line> {
  const request = get(`${serviceUrl}/api/v1/export/${kind}.ndjson${query}`, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage]; // the event's argument
  if (response.statusCode !== 200) throw new Error(`The export of ${kind} is answered ${response.statusCode}`);
  let number = 0;
  try {
    for await (const text of createInterface({ input: response })) {
      if (number++ % every !== 0) continue;
      const line = JSON.parse(text) as Line; // a line of a bundle, or its end
      if (!('end' in line)) yield line;
    }
  } finally {
    response.destroy();
  }
}

const CURRENT = '?status=current';

async function firstLines(kind: keyof Lines, query = ''): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of exported(kind, 1, query)) if (lines.push(line) >= LINES[kind] * SPREAD) break;
  const step = Math.max(1, Math.floor(lines.length / LINES[kind]));
  return lines.filter((_, at) => at % step === 0);
}

/** Commits changes one after the other, at most so many a second. */
class Commits {
  private rate = 0;
  private next = 0;
  private running: Promise<void> = Promise.resolve();
  private committed = 0;
  private since = performance.now();

  constructor(
    private readonly intake: Intake,
    private readonly lines: Lines,
  ) {}

  /** Another rate from now on; returns the commits at the rate before. */
  async turn(rate: number): Promise<Written> {
    this.rate = 0;
    await this.running;
    const written = { count: this.committed, seconds: (performance.now() - this.since) / 1000 };
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

/** Changes listings in transactions that are too small to end with a vacuum. */
async function change(intake: Intake, every: number): Promise<Written> {
  const begun = performance.now();
  let count = 0;
  let together: Line[] = [];
  const flush = async () => {
    await intake.import('listings', together);
    count += together.length;
    together = [];
  };
  for await (const line of exported('listings', every, CURRENT)) {
    together.push(changedLine(line, count + together.length));
    if (together.length === TOGETHER) await flush();
  }
  await flush();
  return { count, seconds: (performance.now() - begun) / 1000 };
}

const intake = await Intake.open(root, process.env['DATABASE_URL'] ?? '');
const commits = new Commits(intake, {
  listings: await firstLines('listings', CURRENT),
  agents: await firstLines('agents'),
  accounts: await firstLines('accounts'),
});

process.on('message', (order: Order) => {
  const work = 'every' in order ? change(intake, order.every) : commits.turn(order.rate);
  work.then(
    (written) => process.send?.(written),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
// When the bench was killed.
process.on('disconnect', () => process.exit());
process.send?.('ready');
