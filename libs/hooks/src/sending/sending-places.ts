import type { Owner } from '@app/fairness';
import { MOST_UNDERWAY } from './hook.sender.js';
import { hasRoom, type ReceivingHosts, type Sender } from './receiving-hosts.js';

/** Maximum numbers of requests in progress, and of prompt ones among them: in total, and per owner. */
export const PLACES = { total: MOST_UNDERWAY, ofOwner: 24, prompt: 8, promptOfOwner: 4 };

interface Request extends Sender {
  readonly since: number;
  readonly leaveHost: () => void;
}

/**
 * Limits the requests of this process. Eight requests at a time may be prompt (B16); a longer request continues to
 * count against the total only, so that slow receivers do not delay others.
 */
export class SendingPlaces {
  private readonly requests = new Set<Request>();

  /** @param promptMs how long a request counts as prompt */
  constructor(
    private readonly hosts: ReceivingHosts,
    private readonly promptMs: () => number,
  ) {}

  /** The number of an owner's requests in progress. */
  heldBy(owner: Owner): number {
    return [...this.requests].filter((request) => request.owner === owner).length;
  }

  /** Whether a request may begin now. */
  admits(host: string, sender: Sender): boolean {
    const all = [...this.requests];
    const since = performance.now() - this.promptMs();
    const prompt = all.filter((request) => request.since > since);
    const own = ({ owner }: Sender): boolean => owner === sender.owner;
    return (
      hasRoom(all, sender, PLACES.total) &&
      hasRoom(prompt, sender, PLACES.prompt) &&
      all.filter(own).length < PLACES.ofOwner &&
      prompt.filter(own).length < PLACES.promptOfOwner &&
      this.hosts.admits(host, sender)
    );
  }

  /** Begins an admitted request. @returns a function that ends it */
  enter(host: string, { owner, trust }: Sender): () => void {
    const leaveHost = this.hosts.tryAcquire(host, { owner, trust }) ?? ((): void => undefined);
    const request = { owner, trust, since: performance.now(), leaveHost };
    this.requests.add(request);
    return () => {
      this.requests.delete(request);
      leaveHost();
    };
  }
}
