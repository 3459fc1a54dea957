/**
 * Loaded into a measured server before its own program, by `--import`: counts the statements that it sends and what it
 * says of its cached answers, and tells over the process channel what it has used. It changes nothing else.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ANSWER_EVENTS, AnswerEvent } from '@app/cache';

/** What a server has used since its start. */
export interface ServerUsage {
  /** Processor time, of all threads, in milliseconds. */
  readonly cpu: number;
  /** Statements that requests did not share: none is sent for what is remembered whole. */
  readonly statements: number;
  /** Answers by what became of them; none where a build does not say. */
  readonly answers: Readonly<Record<AnswerEvent['event'], number>>;
}

interface Driver {
  readonly Client: { readonly prototype: { query: (...args: unknown[]) => unknown } };
}

// That of the program, which may be another commit's.
const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg') as Driver; // of the shape that it is used by here
const { query } = Client.prototype;
const kinds = new Map<string, boolean>();
let statements = 0;
const answers = { hit: 0, unchanged: 0, shared: 0, miss: 0, drop: 0 };

// Not imported: the service's modules would be loaded into every server.
const EVENTS: typeof ANSWER_EVENTS = 'agency-directory:answers';
subscribe(EVENTS, (said) => {
  answers[(said as AnswerEvent).event]++; // all that is said there
});

Client.prototype.query = function (...args: unknown[]): unknown {
  const [first] = args;
  const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
  if (typeof text === 'string' && !isShared(text)) statements++;
  return query.apply(this, args);
};

/** Who calls, and what is committed: one statement for all requests of a moment. */
function isShared(text: string): boolean {
  const known = kinds.get(text);
  if (known !== undefined) return known;
  const shared = text.includes('secret_hash') || text.includes('changes_since') || !/\bFROM\b/.test(text);
  if (kinds.size < 1_000) kinds.set(text, shared);
  return shared;
}

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1000, statements, answers } satisfies ServerUsage);
});
// Nobody else ends it when the bench was killed.
process.on('disconnect', () => process.exit());
// A server ends when it has nothing else to do.
process.channel?.unref();
