import { OPERATOR, type Owner } from '@app/fairness';
import { parseUrl } from '@app/process';
import { Injectable } from '@nestjs/common';

const SECOND_MS = 1_000;

/** The reliability of an endpoint: its last attempt succeeded, it is new, or its last attempt failed. */
export type Trust = 'answered' | 'new' | 'failing';

/** The fraction of a limit available to endpoints of this trust and lower ones together. */
export const SHARES: Readonly<Record<Trust, number>> = { answered: 1, new: 3 / 4, failing: 1 / 2 };

/** The sender of a request. */
export interface Sender {
  readonly owner: Owner;
  readonly trust: Trust;
}

/** Whether a limit permits one more sender: unreliable endpoints leave places for reliable ones. */
export function hasRoom(held: readonly Sender[], { trust }: Sender, most: number): boolean {
  const alike = held.filter((other) => SHARES[other.trust] <= SHARES[trust]);
  return held.length < most && alike.length < most * SHARES[trust];
}

/** The fraction of a host's places that one owner may use. */
const OF_OWNER = 3 / 4;

interface Use {
  readonly underway: Set<Sender>;
  /** The start times of the requests of the last second. */
  begun: number[];
}

/** The host of a URL; an invalid stored URL is never called. */
export const hostOf = (url: string): string => parseUrl(url)?.host.replace(/\.$/, '') ?? url;

/** Limits the requests per host over all endpoints, because accounts have not proved that they own the host. */
@Injectable()
export class ReceivingHosts {
  /** Replaceable in tests. */
  most = { atOnce: 4, perSecond: 20 };
  /** Ordered by the last request. */
  private readonly uses = new Map<string, Use>();

  /** Whether a request to a host may begin now. */
  admits(host: string, sender: Sender): boolean {
    const use = this.uses.get(host);
    if (!use) return true;
    const { atOnce, perSecond } = this.most;
    const since = performance.now() - SECOND_MS;
    use.begun = use.begun.filter((at) => at > since);
    const held = [...use.underway];
    const own = held.filter(({ owner }) => owner === sender.owner).length;
    return use.begun.length < perSecond && own < atOnce * OF_OWNER && hasRoom(held, sender, atOnce);
  }

  /** Begins a request to a host. @returns a function that ends it; undefined: it may not begin now */
  tryAcquire(host: string, sender: Sender = { owner: OPERATOR, trust: 'answered' }): (() => void) | undefined {
    if (!this.admits(host, sender)) return undefined;
    const use = this.uses.get(host) ?? { underway: new Set(), begun: [] };
    // A copy, because each request must be a distinct object.
    const request = { ...sender };
    use.underway.add(request);
    use.begun.push(performance.now());
    this.uses.delete(host);
    this.uses.set(host, use);
    this.forget();
    return () => void use.underway.delete(request);
  }

  private forget(): void {
    const since = performance.now() - SECOND_MS;
    for (const [host, { underway, begun }] of this.uses) {
      if (begun.some((at) => at > since)) break;
      if (underway.size === 0) this.uses.delete(host);
    }
  }
}
