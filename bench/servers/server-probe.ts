/** Loaded into a server before its program, by `--import`: reports its usage over the process channel. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A statement as the driver receives it. */
export interface SentStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** The usage of a server. */
export interface ServerUsage {
  /** Processor time of all threads since its start, in milliseconds. */
  readonly cpu: number;
  /** Statements since the previous message. */
  readonly sent: readonly SentStatement[];
}

interface Driver {
  readonly Client: { readonly prototype: { query: (...args: unknown[]) => unknown } };
}

const { Client } = createRequire(join(process.cwd(), 'package.json'))('pg') as Driver; // the members used here
const { query } = Client.prototype;
let sent: SentStatement[] = [];

Client.prototype.query = function (...args: unknown[]): unknown {
  const { text, values = args[1] } = args[0] as Partial<SentStatement>; // a config, or a text without members
  if (text) sent.push({ text, values: Array.isArray(values) ? values : [] });
  return query.apply(this, args);
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: (user + system) / 1000, sent } satisfies ServerUsage);
  sent = [];
});
// The parent was killed.
process.on('disconnect', () => process.exit());
// The probe must not keep the server alive.
process.channel?.unref();
