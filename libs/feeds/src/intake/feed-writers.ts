import { AgentsWriter } from '@app/agents';
import { ListingsWriter } from '@app/bundles';
import { Injectable } from '@nestjs/common';

/** The write paths that feeds use. */
@Injectable()
export class FeedWriters {
  constructor(
    readonly agents: AgentsWriter,
    readonly listings: ListingsWriter,
  ) {}
}
