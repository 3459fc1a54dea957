import type { Caller } from '@app/auth';
import { PageReader, readQuery, type Page, type RawQuery } from '@app/lists';
import { Injectable } from '@nestjs/common';
import { AuditQuery } from './audit.filters.js';
import { AuditRepository } from './audit.repository.js';

/** The audit log: an account sees what concerns it and what was done with its keys, the operator sees all. */
@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly pages: PageReader,
  ) {}

  async list(caller: Caller, query: AuditQuery): Promise<Page> {
    const owner = caller.role === 'operator' ? undefined : caller.websiteID;
    return await this.pages.read(this.entries.list(query, owner));
  }

  /**
   * All entries for the operator, as JSON texts, the latest first; a page at a time.
   *
   * @param filters the parameters of the list
   * @throws INVALID_PARAMETERS
   */
  all(filters: RawQuery): AsyncGenerator<string, void> {
    return this.walk(readQuery(AuditQuery, { ...filters, limit: '100', cursor: '' }));
  }

  private async *walk(query: AuditQuery): AsyncGenerator<string, void> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await this.pages.read(this.entries.list(Object.assign(query, { cursor }), undefined));
      for (const item of page.items) yield item;
      cursor = page.nextCursor ?? null;
    }
  }
}
