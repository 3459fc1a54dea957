import { expect } from 'vitest';
import type { Keys, TestService } from './service.js';

/** An entry of the change feed. */
export interface Item {
  readonly cursor: string;
  readonly at: string;
  readonly resource: string;
  readonly id: number;
  readonly _id: string;
  readonly websiteID: number | null;
  readonly kind: string;
  readonly kinds?: readonly string[];
  readonly deleted?: boolean;
  readonly document?: Readonly<Record<string, unknown>>;
}

interface FeedAnswer {
  readonly data: readonly Item[];
  readonly cursor: string;
  readonly hasNext: boolean;
}

interface FollowerOptions {
  readonly path?: string;
  readonly query?: string;
  readonly as?: Keys;
}

/** Follows the change feed from a cursor on. */
export class Follower {
  /** The last page. */
  data: readonly Item[] = [];

  private constructor(
    private readonly service: TestService,
    private readonly options: FollowerOptions,
    /** The cursor at the beginning. */
    readonly cursor: string,
    readonly tag: string,
  ) {}

  /** Begins at the end of the log, once no reader waits for other transactions of the server. */
  static async start(service: TestService, options: FollowerOptions = {}): Promise<Follower> {
    const { dataSource } = service.store;
    const isComplete = async () => {
      const [row] = await dataSource.query<[{ complete: boolean }]>(
        'SELECT NOT EXISTS (SELECT FROM changes WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())) AS complete',
      );
      return row.complete;
    };
    await expect.poll(isComplete).toBe(true);
    const { body, headers } = await service.get<FeedAnswer>(`${options.path ?? '/api/v1/changes'}?since=now`);
    return new Follower(service, options, body.cursor, headers.get('etag') ?? '');
  }

  /** Begins at a cursor. */
  static at(service: TestService, cursor: string, options: FollowerOptions = {}): Follower {
    return new Follower(service, options, cursor, '');
  }

  /** Reads a page from a cursor on. */
  async page(query = '', since: string | undefined = this.cursor): Promise<FeedAnswer> {
    const { path = '/api/v1/changes', query: own = '', as } = this.options;
    const search = [`since=${since}`, own, query].filter((part) => part !== '').join('&');
    const { body, status } = await this.service.get<FeedAnswer>(`${path}?${search}`, as && { as });
    expect({ status, body }).toMatchObject({ status: 200 });
    this.data = body.data;
    return body;
  }

  /** The changes since the beginning, once all changes committed so far can be read. */
  async next(query = ''): Promise<readonly Item[]> {
    const { dataSource } = this.service.store;
    const [{ last }] = await dataSource.query<[{ last: string }]>(
      'SELECT coalesce(max(xid::text::bigint), 0) AS last FROM changes',
    );
    const isRead = async () => {
      const [row] = await dataSource.query<[{ complete: boolean }]>(
        'SELECT $1::text::xid8 < pg_snapshot_xmin(pg_current_snapshot()) AS complete',
        [last],
      );
      return row.complete;
    };
    await expect.poll(isRead).toBe(true);
    await this.page(query);
    return this.data;
  }
}
