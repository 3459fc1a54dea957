import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import type { RowSource } from '@app/documents';
import type { Audience } from '@app/http';
import { sql, type Sql, type SqlExecutor } from '@app/sql';
import { itemColumns, stampJoins } from './listing.reads.js';
import { agentStamps, type ListingStamp, type ListingSurroundings } from './listing.presenter.js';

/** A form in which lists show listings, and what is read for it. */
export interface ItemForm<Text extends object> {
  /** The texts of a listing itself, of `listings listing` with the joins. */
  readonly columns: () => Sql;
  readonly joins: Sql;
  /** What it shows of an agent. */
  readonly agent: 'json' | 'name';
  readonly present: (text: Text, around: ListingSurroundings) => string;
}

/** What is read of the listings of a page. */
interface Reading {
  readonly columns: Sql;
  /** For `listings listing`. */
  readonly joins: Sql;
}

/** The items of listings in lists: a text of each row, completed by those of its account and agents, which are kept by version (ADR 27). */
export abstract class ItemTexts<Text extends object> {
  constructor(
    private readonly form: ItemForm<Text>,
    private readonly accounts: AccountTexts,
    private readonly agents: AgentNames,
  ) {}

  /** @param joins for `listings listing`, those of the texts when others are joined as well */
  reading(audience: Audience, joins: Sql = this.form.joins): Reading {
    return { columns: sql`${itemColumns(audience)}, ${this.form.columns()}`, joins: sql`${stampJoins} ${joins}` };
  }

  /** The items of rows as JSON texts, in order; undefined when something that they show has changed since. */
  async of(rows: readonly ListingStamp[], source: RowSource): Promise<string[] | undefined> {
    const around = await this.surroundingsOf(rows, source);
    const texts = await this.textsOf(rows as readonly (ListingStamp & Text)[], source.executor); // read with `reading`
    const items: string[] = [];
    for (const [at, text] of texts.entries()) {
      const surroundings = around[at];
      if (!text || !surroundings) return undefined;
      items.push(this.form.present(text, surroundings));
    }
    return items;
  }

  /** The text of each row; undefined where the listing has changed since. */
  protected textsOf(
    rows: readonly (ListingStamp & Text)[],
    _executor: SqlExecutor,
  ): Promise<readonly (Text | undefined)[]> {
    return Promise.resolve(rows);
  }

  /** What each row shows of accounts and agents; undefined where that has changed since it was read. */
  private async surroundingsOf(
    rows: readonly ListingStamp[],
    source: RowSource,
  ): Promise<(ListingSurroundings | undefined)[]> {
    const lacking = { accounts: new Set<string>(), agents: new Set<string>() };
    const find = (row: ListingStamp) => this.around(row, source.life, lacking);
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
    lacking: { readonly accounts: Set<string>; readonly agents: Set<string> },
  ): ListingSurroundings | undefined {
    const account = this.accounts.get(row.website, life);
    if (!account) lacking.accounts.add(row.website);
    const stamps = agentStamps(row);
    const agents: string[] = [];
    for (const stamp of stamps) {
      const agent = this.agents.get(stamp, life);
      if (agent) agents.push(agent[this.form.agent]);
      else lacking.agents.add(stamp);
    }
    return account && agents.length === stamps.length ? { account, agents } : undefined;
  }
}
