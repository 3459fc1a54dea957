/**
 * Loaded into a measured server before its own program, by `--import`: counts the statements that it sends, and tells
 * over the process channel what it has used. It changes nothing else.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What a server has used since its start. */
export interface ServerUsage {
  /** Processor time, of all threads, in milliseconds. */
  readonly cpu: number;
  /** Statements that requests did not share: none is sent for what is remembered whole. */
  readonly statements: number;
}

interface Driver {
  readonly Client: { readonly prototype: { query: (...args: unknown[]) => unknown } };
}

// That of the program, which may be another commit's.
const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg') as Driver; // of the shape that it is used by here
const { query } = Client.prototype;
const kinds = new Map<string, boolean>();
let statements = 0;

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
  process.send?.({ cpu: (user + system) / 1000, statements } satisfies ServerUsage);
});
// Nobody else ends it when the bench was killed.
process.on('disconnect', () => process.exit());
// A server ends when it has nothing else to do.
process.channel?.unref();
