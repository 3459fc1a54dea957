import { parseUrl } from '@app/process';
import { Injectable } from '@nestjs/common';

const SECOND_MS = 1_000;

interface Use {
  underway: number;
  /** When the requests of the last second began. */
  begun: number[];
}

/** The host of a URL. A stored text that is no URL is never called. */
export const hostOf = (url: string): string => parseUrl(url)?.host.replace(/\.$/, '') ?? url;

/** Limits the requests to each host over all endpoints: accounts have not proved that they own it. */
@Injectable()
export class ReceivingHosts {
  /** Tests replace it. */
  most = { atOnce: 4, perSecond: 20 };
  /** Ordered by the last call. */
  private readonly uses = new Map<string, Use>();

  /** Whether a request to a host may begin now. */
  admits(host: string): boolean {
    const use = this.uses.get(host);
    if (!use) return true;
    const since = performance.now() - SECOND_MS;
    use.begun = use.begun.filter((at) => at > since);
    return use.underway < this.most.atOnce && use.begun.length < this.most.perSecond;
  }

  /** Begins a request to a host. @returns a function that ends it; undefined: it may not begin now */
  tryAcquire(host: string): (() => void) | undefined {
    if (!this.admits(host)) return undefined;
    const use = this.uses.get(host) ?? { underway: 0, begun: [] };
    use.underway += 1;
    use.begun.push(performance.now());
    this.uses.delete(host);
    this.uses.set(host, use);
    this.forget();
    return () => void (use.underway -= 1);
  }

  private forget(): void {
    const since = performance.now() - SECOND_MS;
    for (const [host, { underway, begun }] of this.uses) {
      if (begun.some((at) => at > since)) break;
      if (underway === 0) this.uses.delete(host);
    }
  }
}
