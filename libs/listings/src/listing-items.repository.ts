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
  agentVersionKeys,
  presentListingCard,
  presentListingItem,
  shownWith,
  type ListingVersionKeys,
  type ListingContext,
  type ListingText,
} from './listing.presenter.js';
import { itemColumns, listingJoins, versionKeyJoins, textColumns } from './listing.reads.js';

/** The form of a listing in lists, and of its agents. */
interface ItemForm {
  readonly agent: 'json' | 'name';
  readonly present: (row: ListingVersionKeys & ListingText, context: ListingContext) => string;
}

const FORMS: Readonly<Record<ListView, ItemForm>> = {
  full: { agent: 'json', present: presentListingItem },
  card: { agent: 'name', present: presentListingCard },
};

/** The columns and joins of the listings of a page. */
interface Reading {
  readonly columns: Sql;
  /** For `listings listing`. */
  readonly joins: Sql;
}

/**
 * The items of listings in lists. The texts of a row are combined with the texts of its account and agents, which are
 * cached by version key (ADR 22).
 */
@Injectable()
export class ListingItems {
  constructor(
    private readonly accounts: AccountTexts,
    private readonly agents: AgentNames,
  ) {}

  /** @param joins for `listings listing`, those of the texts when others are joined as well */
  reading(audience: Audience, joins: Sql = listingJoins): Reading {
    return { columns: sql`${itemColumns(audience)}, ${textColumns}`, joins: sql`${versionKeyJoins} ${joins}` };
  }

  /** The items of rows as JSON texts, in order; undefined if an account or an agent has changed since. */
  async of(
    view: ListView,
    rows: readonly (ListingVersionKeys & ListingText)[],
    source: RowSource,
  ): Promise<string[] | undefined> {
    const { agent, present } = FORMS[view];
    const contexts = await this.contextOf(rows, source, agent);
    const items: string[] = [];
    for (const [at, row] of rows.entries()) {
      const context = contexts[at];
      if (!context) return undefined;
      items.push(present(row, context));
    }
    return items;
  }

  /** The account and agent texts of each row; undefined for a row whose account or agents have changed since. */
  private async contextOf(
    rows: readonly ListingVersionKeys[],
    source: RowSource,
    form: ItemForm['agent'],
  ): Promise<(ListingContext | undefined)[]> {
    const lacking = { accounts: new Set<string>(), agents: new Set<string>() };
    const find = (row: ListingVersionKeys) => this.contextOfRow(row, source.serverIncarnation, form, lacking);
    const found = rows.map(find);
    if (lacking.accounts.size + lacking.agents.size === 0) return found;
    await this.accounts.load(lacking.accounts, source);
    await this.agents.load(lacking.agents, source);
    return rows.map((row, at) => found[at] ?? find(row));
  }

  /** The account and agent texts of a row; undefined if some are not cached, which are then added to `lacking`. */
  private contextOfRow(
    row: ListingVersionKeys,
    serverIncarnation: string,
    form: ItemForm['agent'],
    lacking: { readonly accounts: Set<string>; readonly agents: Set<string> },
  ): ListingContext | undefined {
    const account = this.accounts.get(row.website, serverIncarnation);
    if (!account) lacking.accounts.add(row.website);
    const versionKeys = agentVersionKeys(row);
    const agents: string[] = [];
    for (const versionKey of versionKeys) {
      const agent = this.agents.get(versionKey, serverIncarnation);
      if (agent) agents.push(agent[form]);
      else lacking.agents.add(versionKey);
    }
    return account && agents.length === versionKeys.length ? { account, agents } : undefined;
  }
}

/** The items of a page, with distances, and the accounts and agents that they show. */
export function presentItems(
  view: ListView,
  rows: readonly (ListingVersionKeys & Distant)[],
  texts: readonly string[],
): Presented {
  // A card without coordinates has no distance.
  const isHidden = (text: string | undefined) => view === 'card' && text?.includes('"latitude":""');
  const items = withDistances(
    texts,
    rows.map((row, at) => (isHidden(texts[at]) ? {} : row)),
  );
  return { items, others: shownTogether(rows, shownWith), features: () => items.map(featureOfAddress) };
}
