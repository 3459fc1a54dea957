/**
 * Loaded into a server before its program, by `--import`: counts its statements and the events of its response cache, and
 * reports its usage over the process channel. With BENCH_TRACE it also reports statements and delays of the event loop.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ANSWER_EVENTS, AnswerEvent } from '@app/snapshot-cache';

/** A statement as the driver gets it. */
export interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** The usage of a server since its start. */
export interface ServerUsage {
  /** Processor time of all threads, in milliseconds. */
  readonly cpu: number;
  readonly statements: number;
  /** Lists by the event of the cache. */
  readonly answers: Readonly<Record<AnswerEvent['event'], number>>;
  /** The longest delay of the event loop in milliseconds since the message before, at most its processor time. */
  readonly delay: number;
  /** Statements since the message before. */
  readonly sent: readonly SentStatement[];
}

interface Driver {
  readonly Client: { readonly prototype: { query: (...args: unknown[]) => unknown } };
}

// The driver of the program, which may be another commit.
const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg') as Driver; // the members used here
const { query } = Client.prototype;
const isTraced = process.env['BENCH_TRACE'] === 'on';
const answers = { hit: 0, unchanged: 0, shared: 0, miss: 0, drop: 0 };
let [statements, worked] = [0, 0];
let sent: SentStatement[] = [];

// Not imported: the modules of the service would be loaded into every server.
const EVENTS: typeof ANSWER_EVENTS = 'agency-directory:answers';
subscribe(EVENTS, (message) => {
  answers[(message as AnswerEvent).event]++; // the channel has no other messages
});

Client.prototype.query = function (...args: unknown[]): unknown {
  statements++;
  const { text, values = args[1] } = args[0] as Partial<SentStatement>; // a config, or a text without members
  if (isTraced && text) sent.push({ text, values: Array.isArray(values) ? values : [] });
  return query.apply(this, args);
};

const delays = isTraced ? monitorEventLoopDelay({ resolution: 5 }) : undefined;
delays?.enable();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const cpu = (user + system) / 1000;
  // A busy machine delays the loop too.
  const delay = Math.min((delays?.max ?? 0) / 1e6, cpu - worked);
  process.send?.({ cpu, statements, answers, delay, sent } satisfies ServerUsage);
  delays?.reset();
  [worked, sent] = [cpu, []];
});
// When the bench was killed.
process.on('disconnect', () => process.exit());
// A server ends when its own work ends.
process.channel?.unref();
