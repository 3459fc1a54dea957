import { AccountTexts } from '@app/accounts';
import { AgentCards, PublicAgentCards } from '@app/agents';
import type { Audience } from '@app/http';
import type { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { agentStamps, type ListingStamp, type ListingSurroundings, type ListingText } from './listing.presenter.js';

/** A listing of a single read, with its texts; each agent's stamp is followed by what the read says about it. */
export interface ListingSingleRow extends ListingStamp, ListingText {
  readonly life: string;
}

/** An agent of a listing. */
interface Link {
  readonly stamp: string;
  /** Members of the agent's object. */
  readonly says: string;
}

/** Completes the listings of single reads by what they show of accounts and agents. */
@Injectable()
export class ListingSingles {
  constructor(
    private readonly accounts: AccountTexts,
    private readonly agentCards: AgentCards,
    private readonly publicAgentCards: PublicAgentCards,
  ) {}

  /** Reads and presents listings; once more, in one snapshot, when something that they show changes meanwhile. */
  async read<Row extends ListingSingleRow, T>(
    audience: Audience,
    executor: SqlExecutor,
    read: (executor: SqlExecutor) => Promise<Row[]>,
    present: (row: Row, around: ListingSurroundings) => T,
  ): Promise<T[]> {
    const cards = audience === 'public' ? this.publicAgentCards : this.agentCards;
    const complete = async (by: SqlExecutor) => this.complete(await read(by), by, cards, present);
    return (await complete(executor)) ?? (await executor.readTogether(complete)) ?? [];
  }

  private async complete<Row extends ListingSingleRow, T>(
    rows: readonly Row[],
    executor: SqlExecutor,
    agentCards: AgentCards | PublicAgentCards,
    present: (row: Row, around: ListingSurroundings) => T,
  ): Promise<T[] | undefined> {
    const linked = rows.map((row) => ({ row, links: agentStamps(row).map(linkOf) }));
    const life = rows[0]?.life ?? '';
    const links = linked.flatMap((one) => one.links);
    const accounts = rows.map(({ website }) => website).filter((stamp) => !this.accounts.get(stamp, life));
    const cards = links.map(({ stamp }) => stamp).filter((stamp) => !agentCards.get(stamp, life));
    await this.accounts.load(new Set(accounts), { life, executor });
    await agentCards.load(new Set(cards), { life, executor });
    const presented: T[] = [];
    for (const { row, links: of } of linked) {
      const account = this.accounts.get(row.website, life);
      const agents = of.flatMap(({ stamp, says }) => {
        const card = agentCards.get(stamp, life);
        return card ? `${card.json.slice(0, -1)},${says}}` : [];
      });
      if (!account || agents.length < of.length) return undefined;
      presented.push(present(row, { account, agents }));
    }
    return presented;
  }
}

function linkOf(text: string): Link {
  const [stamp = '', isVisible = '', hasCurrent = ''] = text.split('|');
  return { stamp, says: `"profileVisibility":${isVisible},"hasCurrentListings":${hasCurrent}` };
}
