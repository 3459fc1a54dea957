import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { Sql } from './tag.js';

/**
 * How a statement is read:
 * | - `list`: may be slow, so it waits until its requester may use a connection. It is not prepared.
 * - `composed`: a `list` composed from the parameters of a request, whose best plan does not depend on its values. Only
 *   the first texts are prepared, so that clients cannot fill the connections.
 * - `lookup`: its best plan does not depend on its values, such as a read by key. It is prepared once per connection,
 *   and may use any connection. Such texts must be few, because connections keep all of them.
 * - `reserved`: a `lookup` that every request needs. It uses a reserved connection.
 */
export type ReadKind = 'list' | 'composed' | 'lookup' | 'reserved';

/** Connections keep prepared statements, so the number of composed texts is limited. */
const MAX_COMPOSED = 200;

/** Names for prepared statements, up to a number of texts. */
class StatementNames {
  private readonly names = new Map<string, string>();

  constructor(private readonly most: number) {}

  /** The name for a text; undefined if all names are used. */
  of(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.most) return known;
    // The name is derived from the text, so equal names mean equal statements, even in shared sessions.
    const name = hash('sha1', text, 'base64url');
    this.names.set(text, name);
    return name;
  }
}

const lookups = new StatementNames(Infinity);
const NAMES: Readonly<Record<ReadKind, StatementNames | undefined>> = {
  list: undefined,
  composed: new StatementNames(MAX_COMPOSED),
  lookup: lookups,
  reserved: lookups,
};

/** The query for a server: prepared if both its kind and the server permit it. */
export function queryFor(
  { canPrepare }: { readonly canPrepare: boolean },
  { text, values }: Sql,
  kind: ReadKind,
): QueryConfig {
  const name = canPrepare ? NAMES[kind]?.of(text) : undefined;
  return name ? { name, text, values } : { text, values };
}
