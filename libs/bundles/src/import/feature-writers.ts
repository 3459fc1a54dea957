import { AccountsWriter } from '@app/accounts';
import { AgentsWriter } from '@app/agents';
import { SuburbsWriter } from '@app/suburbs';
import { Injectable } from '@nestjs/common';
import { ListingsWriter } from '../listings.writer.js';

/** The writers of the features, shared by HTTP, bundles and feeds. */
@Injectable()
export class FeatureWriters {
  constructor(
    readonly suburbs: SuburbsWriter,
    readonly accounts: AccountsWriter,
    readonly agents: AgentsWriter,
    readonly listings: ListingsWriter,
  ) {}
}
