import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { Item } from './follower.js';
import { operator, type Keys, type TestService } from './service.js';

interface StreamOptions {
  readonly query?: string;
  readonly as?: Keys;
  readonly lastEventId?: string;
}

/** Reads an event stream. */
export class EventStream {
  text = '';
  hasEnded = false;

  private constructor(
    private readonly sent: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    for (const end of ['end', 'error'] as const) response.on(end, () => (this.hasEnded = true));
  }

  static async open(...options: Parameters<typeof EventStream.ask>): Promise<EventStream> {
    const sent = EventStream.ask(...options);
    const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the arguments of the event
    return new EventStream(sent, response);
  }

  /** The request for the stream. */
  static ask(
    service: TestService,
    since: string,
    { query = '', as = operator, lastEventId }: StreamOptions = {},
  ): ClientRequest {
    return get(`${service.address}/api/v1/changes?since=${since}&${query}`, {
      agent: false,
      headers: {
        accept: 'text/event-stream',
        'x-access-key': as.accessKey,
        'x-secret-key': as.secretKey,
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
    });
  }

  get events(): { id: string; item: Item }[] {
    return [...this.text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id = '', data = '']) => ({
      id,
      item: JSON.parse(data) as Item,
    }));
  }

  get items(): Item[] {
    return this.events.map(({ item }) => item);
  }

  /** Waits for a number of events. */
  async received(count: number): Promise<Item[]> {
    await expect.poll(() => this.events.length).toBe(count);
    return this.items;
  }

  async ended(): Promise<void> {
    await expect.poll(() => this.hasEnded).toBe(true);
  }

  close(): void {
    this.sent.destroy();
  }
}
