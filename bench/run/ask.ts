import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag: string;
}

const agent = new Agent({ keepAlive: true });

/** One request, with just these headers: `fetch` would add `Cache-Control: no-cache` to a conditional one. */
export async function ask(url: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const response = await open(url, headers);
  return { status: response.statusCode ?? 0, body: await text(response), etag: response.headers.etag ?? '' };
}

function open(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, resolve).on('error', (error: NodeJS.ErrnoException) => {
      // The server closes a connection that was idle for seconds, perhaps just now.
      const isStale = request.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) open(url, headers).then(resolve, reject);
      else reject(error);
    });
  });
}
