import type { Caller } from '@app/auth';
import { PageReader, type Page } from '@app/lists';
import { Injectable } from '@nestjs/common';
import type { AuditQuery } from './filters/audit.filters.js';
import { AuditRepository } from './audit.repository.js';

/** The audit log. An account sees entries that concern it and entries made with its keys; the operator sees all. */
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
}
