import type { Caller } from '@app/auth';
import { problems, type Identifier, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { Injectable } from '@nestjs/common';
import type { FeedsQuery } from './filters/feed.filters.js';
import { FeedsRepository } from './feeds.repository.js';

/** Feed runs: an account sees its own, the operator sees all. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly feeds: FeedsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(caller: Caller, query: FeedsQuery): Promise<Page> {
    return await this.pages.read(this.feeds.list(query, ownerOf(caller)));
  }

  /** @throws NOT_FOUND, also for a run of another account */
  async read(caller: Caller, id: Identifier): Promise<Versioned> {
    const text = typeof id === 'number' ? await this.feeds.read(id, ownerOf(caller)) : undefined;
    if (!text) throw problems.notFound('feed');
    return { version: 1, text };
  }
}

const ownerOf = (caller: Caller): number | undefined => (caller.role === 'operator' ? undefined : caller.websiteID);
