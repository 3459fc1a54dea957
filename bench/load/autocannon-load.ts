import autocannon from 'autocannon';
import { CONNECTIONS, TIMEOUT_SECONDS, type Fire, type Fired, type Load } from './load.js';

/** autocannon: where wrk is not installed. It takes a good part of a core when answers are fast. */
export class AutocannonLoad implements Load {
  constructor(readonly name: string) {}

  async fire({ url, headers, requests, from, seconds, statuses, signal }: Fire): Promise<Fired> {
    signal.throwIfAborted();
    const times: number[] = [];
    const wrong = new Map<string, number>();
    const note = (what: string) => wrong.set(what, (wrong.get(what) ?? 0) + 1);
    const asked = Array.from({ length: CONNECTIONS }, () => 0);
    let connection = 0;
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const instance = autocannon(
        {
          url,
          headers: { ...headers },
          connections: CONNECTIONS,
          timeout: TIMEOUT_SECONDS,
          duration: seconds,
          sampleInt: 50,
          skipAggregateResult: true,
          setupClient: (client) => {
            const own = connection++;
            client.setRequests(
              strided(requests, from + own).map(({ path, etag }) => ({
                path,
                headers: etag ? { ...headers, 'if-none-match': etag } : { ...headers },
              })),
            );
            client.on('response', (status: number, _, took: number) => {
              asked[own] = (asked[own] ?? 0) + 1;
              times.push(took);
              if (!statuses.includes(status)) note(`status ${status}`);
            });
          },
        },
        (error: Error | null) => {
          signal.removeEventListener('abort', stop);
          if (signal.aborted) reject(signal.reason as Error);
          else if (error) reject(error);
          else resolve();
        },
      );
      const stop = () => instance.stop();
      signal.addEventListener('abort', stop);
      instance.on('reqError', (error: Error) => note(error.message));
    });
    const sorted = Float64Array.from(times).sort();
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const taken = performance.now() - begun;
    // One more of each connection was under way.
    const far = (Math.max(...asked) + 1) * CONNECTIONS;
    return { count: times.length, asked: far, seconds: taken / 1000, p50: at(0.5), p99: at(0.99), wrong };
  }
}

/** Every eighth from one on: together the connections ask all of them, each only once. */
function strided<T>(items: readonly T[], from: number): T[] {
  const start = from % items.length;
  const turned = [...items.slice(start), ...items.slice(0, start)];
  const own = turned.filter((_, at) => at % CONNECTIONS === 0);
  return own;
}
