import { AccountTexts } from '@app/accounts';
import { AgentCards, PublicAgentCards } from '@app/agents';
import type { Audience } from '@app/http';
import type { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import {
  agentVersionKeys,
  type ListingVersionKeys,
  type ListingContext,
  type ListingText,
} from './listing.presenter.js';

/** A listing of a single read, with its texts. Members of the agent follow the version key of each agent. */
export interface ListingSingleRow extends ListingVersionKeys, ListingText {
  readonly serverIncarnation: string;
}

/** An agent of a listing. */
interface Link {
  readonly versionKey: string;
  /** Members of the agent's object. */
  readonly says: string;
}

/** Completes single reads of listings with the texts of accounts and agents. */
@Injectable()
export class ListingSingles {
  constructor(
    private readonly accounts: AccountTexts,
    private readonly agentCards: AgentCards,
    private readonly publicAgentCards: PublicAgentCards,
  ) {}

  /** Reads and presents listings. If a shown text changes meanwhile, both are read again in one snapshot. */
  async read<Row extends ListingSingleRow, T>(
    audience: Audience,
    executor: SqlExecutor,
    read: (executor: SqlExecutor) => Promise<Row[]>,
    present: (row: Row, context: ListingContext) => T,
  ): Promise<T[]> {
    const cards = audience === 'public' ? this.publicAgentCards : this.agentCards;
    const complete = async (by: SqlExecutor) => this.complete(await read(by), by, cards, present);
    return (await complete(executor)) ?? (await executor.readTogether(complete)) ?? [];
  }

  private async complete<Row extends ListingSingleRow, T>(
    rows: readonly Row[],
    executor: SqlExecutor,
    agentCards: AgentCards | PublicAgentCards,
    present: (row: Row, context: ListingContext) => T,
  ): Promise<T[] | undefined> {
    const linked = rows.map((row) => ({ row, links: agentVersionKeys(row).map(linkOf) }));
    const serverIncarnation = rows[0]?.serverIncarnation ?? '';
    const links = linked.flatMap((one) => one.links);
    const accounts = rows
      .map(({ website }) => website)
      .filter((versionKey) => !this.accounts.get(versionKey, serverIncarnation));
    const cards = links
      .map(({ versionKey }) => versionKey)
      .filter((versionKey) => !agentCards.get(versionKey, serverIncarnation));
    await this.accounts.load(new Set(accounts), { serverIncarnation, executor });
    await agentCards.load(new Set(cards), { serverIncarnation, executor });
    const presented: T[] = [];
    for (const { row, links: of } of linked) {
      const account = this.accounts.get(row.website, serverIncarnation);
      const agents = of.flatMap(({ versionKey, says }) => {
        const card = agentCards.get(versionKey, serverIncarnation);
        return card ? `${card.json.slice(0, -1)},${says}}` : [];
      });
      if (!account || agents.length < of.length) return undefined;
      presented.push(present(row, { account, agents }));
    }
    return presented;
  }
}

function linkOf(text: string): Link {
  const [versionKey = '', isVisible = '', hasCurrent = ''] = text.split('|');
  return { versionKey, says: `"profileVisibility":${isVisible},"hasCurrentListings":${hasCurrent}` };
}
