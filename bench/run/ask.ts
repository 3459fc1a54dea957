import { once } from 'node:events';
import { Agent, get, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag: string;
}

const agent = new Agent({ keepAlive: true });

/** One request, with just these headers: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const request = get(url, { agent, headers });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // what the event comes with
    return { status: response.statusCode ?? 0, body: await text(response), etag: response.headers.etag ?? '' };
  } catch (error) {
    if (wasIdle(request, error)) return ask(url, headers);
    throw error;
  }
}

/** The server closes a connection that was idle for seconds, perhaps just when it is used again. */
const wasIdle = ({ reusedSocket }: ClientRequest, error: unknown): boolean =>
  reusedSocket && error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
