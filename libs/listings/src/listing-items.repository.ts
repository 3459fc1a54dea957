import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import type { RowSource } from '@app/documents';
import type { Audience } from '@app/http';
import { shownTogether, type Presented } from '@app/lists';
import { featureOfAddress, withDistances, type Distant } from '@app/map';
import { sql, type Sql } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { ListView } from './listing.kinds.js';
import {
  agentStamps,
  presentListingCard,
  presentListingItem,
  shownWith,
  type ListingStamp,
  type ListingSurroundings,
  type ListingText,
} from './listing.presenter.js';
import { itemColumns, listingJoins, stampJoins, textColumns } from './listing.reads.js';

/** How lists show a listing, and what they show of its agents. */
interface ItemForm {
  readonly agent: 'json' | 'name';
  readonly present: (row: ListingStamp & ListingText, around: ListingSurroundings) => string;
}

const FORMS: Readonly<Record<ListView, ItemForm>> = {
  full: { agent: 'json', present: presentListingItem },
  card: { agent: 'name', present: presentListingCard },
};

/** What is read of the listings of a page. */
interface Reading {
  readonly columns: Sql;
  /** For `listings listing`. */
  readonly joins: Sql;
}

/** The items of listings in lists: a text of each row, completed by those of its account and agents, which are kept by version (ADR 22). */
@Injectable()
export class ListingItems {
  constructor(
    private readonly accounts: AccountTexts,
    private readonly agents: AgentNames,
  ) {}

  /** @param joins for `listings listing`, those of the texts when others are joined as well */
  reading(audience: Audience, joins: Sql = listingJoins): Reading {
    return { columns: sql`${itemColumns(audience)}, ${textColumns()}`, joins: sql`${stampJoins} ${joins}` };
  }

  /** The items of rows as JSON texts, in order; undefined when an account or an agent has changed since. */
  async of(
    view: ListView,
    rows: readonly (ListingStamp & ListingText)[],
    source: RowSource,
  ): Promise<string[] | undefined> {
    const { agent, present } = FORMS[view];
    const around = await this.surroundingsOf(rows, source, agent);
    const items: string[] = [];
    for (const [at, row] of rows.entries()) {
      const surroundings = around[at];
      if (!surroundings) return undefined;
      items.push(present(row, surroundings));
    }
    return items;
  }

  /** What each row shows of accounts and agents; undefined where that has changed since it was read. */
  private async surroundingsOf(
    rows: readonly ListingStamp[],
    source: RowSource,
    form: ItemForm['agent'],
  ): Promise<(ListingSurroundings | undefined)[]> {
    const lacking = { accounts: new Set<string>(), agents: new Set<string>() };
    const find = (row: ListingStamp) => this.around(row, source.life, form, lacking);
    const found = rows.map(find);
    if (lacking.accounts.size + lacking.agents.size === 0) return found;
    await this.accounts.load(lacking.accounts, source);
    await this.agents.load(lacking.agents, source);
    return rows.map((row, at) => found[at] ?? find(row));
  }

  /** What a row shows of accounts and agents; undefined when some of it, which is noted, is not kept. */
  private around(
    row: ListingStamp,
    life: string,
    form: ItemForm['agent'],
    lacking: { readonly accounts: Set<string>; readonly agents: Set<string> },
  ): ListingSurroundings | undefined {
    const account = this.accounts.get(row.website, life);
    if (!account) lacking.accounts.add(row.website);
    const stamps = agentStamps(row);
    const agents: string[] = [];
    for (const stamp of stamps) {
      const agent = this.agents.get(stamp, life);
      if (agent) agents.push(agent[form]);
      else lacking.agents.add(stamp);
    }
    return account && agents.length === stamps.length ? { account, agents } : undefined;
  }
}

/** Items of a page with the distances of their rows, and what they show of accounts and agents. */
export function presentItems(
  view: ListView,
  rows: readonly (ListingStamp & Distant)[],
  texts: readonly string[],
): Presented {
  // A card that does not show where it is does not tell its distance either.
  const isHidden = (text: string | undefined) => view === 'card' && text?.includes('"latitude":""');
  const items = withDistances(
    texts,
    rows.map((row, at) => (isHidden(texts[at]) ? {} : row)),
  );
  return { items, others: shownTogether(rows, shownWith), features: () => items.map(featureOfAddress) };
}
