import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { RequestClass } from '../classes/request-class.js';
import { planOf } from '../floor/plan-of.js';
import type { Statement } from '../floor/plan.js';
import { measuredOf, type Measured } from './statistics.js';
import { CONNECTIONS, FEWEST, rotated, WARM_UP_SECONDS, type Span, type Target } from './target.js';

/** The floor's statements alone, without HTTP and without bodies: eight clients, each with one statement after the other. */
export class SqlTarget implements Target {
  readonly name = 'sql';

  private constructor(private readonly clients: readonly Client[]) {}

  static async connect(url: string): Promise<SqlTarget> {
    const clients = Array.from({ length: CONNECTIONS }, () => new Client({ connectionString: url }));
    await Promise.all(clients.map((client) => client.connect()));
    return new SqlTarget(clients);
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }

  async measure({ paths, isConditional }: RequestClass, { seconds, signal }: Span): Promise<Measured> {
    const statements = paths.map((path) => statementOf(path, isConditional));
    const begun = performance.now();
    const from = begun + WARM_UP_SECONDS * 1000;
    const until = from + seconds * 1000;
    const times: number[] = [];
    let isOver = false;
    const work = this.clients.map(async (client, connection) => {
      for (const statement of endless(rotated(statements, connection))) {
        if (isOver || signal.aborted) return;
        const start = performance.now();
        await client.query(statement);
        const end = performance.now();
        if (end >= from) times.push(end - start);
      }
    });
    const wait = async () => {
      while (!signal.aborted && (performance.now() < until || times.length < FEWEST)) await sleep(20);
      isOver = true;
      return performance.now();
    };
    const [ended] = await Promise.all([wait(), ...work]);
    signal.throwIfAborted();
    return measuredOf(times, (ended - from) / 1000);
  }
}

function statementOf(path: string, isConditional: boolean) {
  const plan = planOf(path);
  const statement: Statement | undefined = isConditional ? plan?.tag : plan?.statement;
  if (!statement) throw new Error(`The floor has no statement for ${path}`);
  return { ...statement, values: [...statement.values], rowMode: 'array' as const };
}

function* endless<T>(items: readonly T[]): Generator<T> {
  for (;;) yield* items;
}
