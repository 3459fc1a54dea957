import { setTimeout as sleep } from 'node:timers/promises';
import type { HookTarget, HookTargets } from '@app/accounts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { failureReason } from './failure-reason.js';
import { HookConnections, usualNetwork, type HookNetwork } from './hook-connections.js';
import { HookSender, type Reply } from './hook.sender.js';
import { replyExcerpt } from './reply-excerpt.js';
import { retryAfterMs } from './retry-after.js';

/** The time of an attempt in all, from the look-up of the name to the status (B16). */
const ATTEMPT_MS = 15_000;
/** How long a reply may keep us waiting for its text: its status has decided already. */
const EXCERPT_MS = 1_000;

/** What differs in tests. */
export interface SenderOptions {
  readonly network?: HookNetwork;
  readonly attemptMs?: number;
}

type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Sends to public hosts alone (B18). By undici and not by Node's own fetch, which takes no look-up: the addresses that
 * were judged must be those that are connected to.
 */
@Injectable()
export class UndiciHookSender extends HookSender implements OnApplicationShutdown {
  private readonly connections: HookConnections;
  private readonly attemptMs: number;

  constructor(
    private readonly targets: HookTargets,
    { network = usualNetwork(), attemptMs = ATTEMPT_MS }: SenderOptions = {},
  ) {
    super();
    this.connections = new HookConnections(network, attemptMs);
    this.attemptMs = attemptMs;
  }

  async send(url: string, headers: Message['headers'], body: string, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    const target = this.targets.judge(url);
    if ('fault' in target) return failed(target.fault);
    const attempt = new AbortController();
    const end = (): void => attempt.abort();
    signal.addEventListener('abort', end, { once: true });
    try {
      // undici heeds a signal only once it is connected; the race heeds it always.
      const answer = this.post(target, { headers, body }, attempt.signal);
      const late = sleep(this.attemptMs, undefined, { signal: attempt.signal });
      return await Promise.race([answer, late.then(() => failed(`no answer within ${this.attemptMs / 1000} s`))]);
    } catch (error) {
      signal.throwIfAborted();
      return failed(failureReason(error));
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connections.destroy();
  }

  private async post(target: HookTarget, { headers, body }: Message, signal: AbortSignal): Promise<Reply> {
    const { pathname, search } = target.url;
    const reply = await this.connections.to(target).request({
      path: pathname + search,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'agency-directory', ...headers },
      body,
      signal,
    });
    const [retryAfter] = [reply.headers['retry-after']].flat();
    return {
      status: reply.statusCode,
      excerpt: await replyExcerpt(reply.body, EXCERPT_MS),
      reason: null,
      retryAfterMs: retryAfterMs(retryAfter, Date.now()) ?? null,
    };
  }
}

const failed = (reason: string): Reply => ({ status: null, excerpt: '', reason, retryAfterMs: null });
