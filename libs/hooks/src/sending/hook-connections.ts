import { Resolver } from 'node:dns/promises';
import type { HookTarget } from '@app/accounts';
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { MOST_UNDERWAY } from './hook.sender.js';
import { publicLookup } from './public-lookup.js';

/** Maximum number of origins whose connections are kept open. */
const MAX_ORIGINS = 64;
/** How long an idle connection is kept, regardless of the receiver's `Keep-Alive`. */
const IDLE_MS = 4_000;
/** The number of messages after which a connection is replaced, so that its addresses are checked again. */
const MESSAGES_PER_CONNECTION = 100;
const MAX_HEADER_BYTES = 16_384;

/** Network settings of hooks. */
export interface HookNetwork {
  readonly resolver: Resolver;
  /** Certificates to trust instead of Node's. */
  readonly ca?: string;
}

/** The default: the system's name servers, with a timeout of a few seconds. */
export const usualNetwork = (): HookNetwork => ({ resolver: new Resolver({ timeout: 2_000, tries: 2 }) });

/** The connections to the receivers of hooks, limited in number and age. Proxies of the environment are not used. */
export class HookConnections {
  private readonly pools = new LRUCache<string, Pool>({
    max: MAX_ORIGINS,
    // Closes after the messages in progress.
    dispose: (pool) => void pool.close(),
  });

  constructor(
    private readonly network: HookNetwork,
    private readonly timeoutMs: number,
  ) {}

  to({ url: { origin }, isTrusted }: HookTarget): Pool {
    const known = this.pools.get(origin);
    if (known) return known;
    const { ca, resolver } = this.network;
    const pool = new Pool(origin, {
      // Hooks of many accounts may share an origin; a slow hook must not delay others.
      connections: MOST_UNDERWAY,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxRequestsPerClient: MESSAGES_PER_CONNECTION,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: this.timeoutMs,
      bodyTimeout: this.timeoutMs,
      connect: {
        timeout: this.timeoutMs,
        // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED changes the default.
        rejectUnauthorized: true,
        ...(ca && { ca }),
        ...(!isTrusted && { lookup: publicLookup(resolver) }),
      },
    });
    this.pools.set(origin, pool);
    return pool;
  }

  /** Aborts requests in progress. */
  async destroy(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}
