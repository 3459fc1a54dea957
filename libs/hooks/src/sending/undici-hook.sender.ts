import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { HookTarget, HookTargets } from '@app/accounts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { errors } from 'undici';
import { HookConnections, usualNetwork, type HookNetwork } from './hook-connections.js';
import { HookSender, type Reply } from './hook.sender.js';
import { NoPublicAddress } from './public-lookup.js';

/** Why there was no response, in the words shown to the owner of the hook. */
type FailureReason =
  | 'the host has no public address'
  | 'the certificate is not valid'
  | 'no TLS connection'
  | 'no connection'
  | 'the connection ended before an answer'
  | 'the answer is not HTTP';

const BY_CODE: Readonly<Record<string, FailureReason>> = {
  UND_ERR_SOCKET: 'the connection ended before an answer',
  ECONNRESET: 'the connection ended before an answer',
  EPIPE: 'the connection ended before an answer',
  EPROTO: 'no TLS connection',
  UND_ERR_HEADERS_OVERFLOW: 'the answer is not HTTP',
};

/**
 * OpenSSL's error codes for certificates that are expired, self-signed, for another host, or from an unknown issuer.
 */
const CERTIFICATE = /CERT|UNABLE_TO_|CRL_|SELF_SIGNED|HOSTNAME_MISMATCH/;

/**
 * The reason of a failure for the owner of the hook. It reveals no addresses, ports or name servers: a host without an
 * address and a host inside our network have the same reason.
 */
function failureReason(error: unknown): FailureReason {
  if (error instanceof NoPublicAddress) return 'the host has no public address';
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return 'the certificate is not valid';
  if (code.startsWith('ERR_SSL')) return 'no TLS connection';
  return BY_CODE[code] ?? 'no connection';
}

/** The number of bytes of a response that are stored. */
const EXCERPT_BYTES = 1_024;

/** How long to wait for the body of a response whose status is known. */
const EXCERPT_MS = 1_000;

/**
 * The beginning of a response. The rest, which may be endless, is not read. For an aborted response it is the received
 * part.
 */
async function replyExcerpt(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), EXCERPT_MS);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      // undici streams Buffers.
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > EXCERPT_BYTES) break;
    }
  } catch {
    // Aborted by the receiver or by us; the received part is the excerpt.
  } finally {
    clearTimeout(timer);
  }
  // `stream` omits an incomplete last character. PostgreSQL texts cannot contain NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES), { stream: true });
  return text.replaceAll('\0', '\u{fffd}');
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses `Retry-After`: seconds, or a date (RFC 9110, 10.2.3).
 * @param now in milliseconds, as `Date.now()`
 * @returns milliseconds from now, not negative; undefined if absent or invalid
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The timeout of an attempt, from the name look-up to the status (B16). */
const ATTEMPT_MS = 15_000;

/** Options for tests. */
export interface SenderOptions {
  readonly network?: HookNetwork;
  readonly attemptMs?: number;
}

type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Sends to public hosts only (B18). It uses undici, because Node's `fetch` has no `lookup` option, and must connect to
 * the checked addresses.
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
    const target = this.targets.check(url);
    if ('fault' in target) return failed(target.fault);
    const attempt = new AbortController();
    const end = (): void => attempt.abort();
    signal.addEventListener('abort', end, { once: true });
    try {
      // undici observes a signal only after it has connected; the race always does.
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
      excerpt: await replyExcerpt(reply.body),
      reason: null,
      retryAfterMs: retryAfterMs(retryAfter, Date.now()) ?? null,
    };
  }
}

const failed = (reason: string): Reply => ({ status: null, excerpt: '', reason, retryAfterMs: null });
