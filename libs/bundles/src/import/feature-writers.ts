import { AccountsWriter } from '@app/accounts';
import { AgentsWriter } from '@app/agents';
import { ListingsWriter } from '@app/listings';
import { SuburbsWriter } from '@app/suburbs';
import { Injectable } from '@nestjs/common';

/** The write paths of the features: HTTP, bundles and feeds write through the same ones. */
@Injectable()
export class FeatureWriters {
  constructor(
    readonly suburbs: SuburbsWriter,
    readonly accounts: AccountsWriter,
    readonly agents: AgentsWriter,
    readonly listings: ListingsWriter,
  ) {}
}
