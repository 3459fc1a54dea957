import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import type { RowSource } from '@app/documents';
import type { Audience } from '@app/http';
import { oneOf, sql, type Sql, type SqlExecutor } from '@app/sql';
import { LRUCache } from 'lru-cache';
import { itemColumns, stampJoins } from './listing.reads.js';
import { agentStamps, type ListingStamp, type ListingSurroundings } from './listing.presenter.js';

/** A form in which lists show listings, and what is read for it. */
export interface ItemForm<Text extends object> {
  /** The texts of a listing itself, of `listings listing` with the joins. */
  readonly columns: () => Sql;
  readonly joins: Sql;
  /** One of the columns: a row that was read with its texts has it. */
  readonly column: keyof Text;
  /** What it shows of an agent. */
  readonly agent: 'json' | 'name';
  /** The most that is kept of it, in bytes. */
  readonly maxBytes: number;
  readonly present: (text: Text, around: ListingSurroundings) => string;
}

/** What is read of the listings of a page. */
interface Reading {
  readonly columns: Sql;
  /** For `listings listing`. */
  readonly joins: Sql;
}

/** An item, and what names it. */
type KeptItem = Pick<ListingStamp, 'version' | 'website' | 'agents'> & { readonly item: Buffer };

/** What an entry takes beside its item, approximately, in bytes. */
const ENTRY_BYTES = 300;
/** How many listings are remembered that were read lately: about as many as are kept, or others would push them out again. */
const RECENT = 16_384;
/** How much a page counts in the share of items that were kept. */
const WEIGHT = 0.05;
/** From this share on, all that are read again are kept: what that takes is less than what it saves. */
const WORTH_KEEPING = 0.3;
/** Below it, one of so many: enough to see whether they are asked for again. */
const SAMPLE = 8;

/**
 * The items of listings in lists, kept in the process by id and version of the listing, its account and its agents
 * (ADR 27). Only items that are read again are kept: most are not, and keeping them costs more than reading them.
 */
export abstract class KeptItems<Text extends object> {
  private life = '';
  private readonly kept: LRUCache<number, KeptItem>;
  /** Each listing has one place, which another one may take. */
  private readonly recent = new Uint32Array(RECENT);
  private keptShare = WORTH_KEEPING;
  private turn = 0;

  constructor(
    private readonly form: ItemForm<Text>,
    private readonly accounts: AccountTexts,
    private readonly agents: AgentNames,
  ) {
    this.kept = new LRUCache({
      maxSize: form.maxBytes,
      sizeCalculation: ({ item }) => item.length + ENTRY_BYTES,
    });
  }

  /**
   * What is to be read of the listings of a page: without their texts, when most are kept, and the others are cheaper to
   * read by a second statement.
   *
   * @param joins for `listings listing`, those of the texts when others are joined as well
   */
  reading(audience: Audience, joins: Sql = this.form.joins): Reading {
    if (this.keptShare > 0.5) return { columns: itemColumns(audience), joins: stampJoins };
    return { columns: sql`${itemColumns(audience)}, ${this.form.columns()}`, joins: sql`${stampJoins} ${joins}` };
  }

  /** Whether the item of a row is kept. */
  isKept(row: ListingStamp): boolean {
    return this.keptItem(row) !== undefined;
  }

  /** The items of rows as JSON texts, in order; undefined when something that they show has changed since. */
  async of(rows: readonly ListingStamp[], source: RowSource): Promise<(string | Buffer)[] | undefined> {
    if (source.life !== this.life) this.kept.clear();
    this.life = source.life;
    const items: (string | Buffer | undefined)[] = rows.map((row) => this.keptItem(row));
    const missing = rows.filter((_, at) => items[at] === undefined);
    if (rows.length > 0) this.keptShare += WEIGHT * (1 - missing.length / rows.length - this.keptShare);
    if (missing.length === 0) return items as Buffer[]; // none is missing
    const around = await this.surroundingsOf(missing, source);
    const texts = await this.textsOf(missing, source.executor);
    const made = missing.map((row, at) => this.make(row, texts[at], around[at], source));
    if (made.includes(undefined)) return undefined;
    let next = 0;
    return items.map((item) => item ?? made[next++]) as (string | Buffer)[]; // none is missing
  }

  private keptItem({ listingID, version, website, agents }: ListingStamp): Buffer | undefined {
    const kept = this.kept.get(listingID);
    const isSame = kept?.version === version && kept.website === website && kept.agents === agents;
    return isSame ? kept.item : undefined;
  }

  /** What each row shows of other things; undefined where that has changed since it was read. */
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

  /** What a row shows of other things; undefined when some of it, which is noted, is not kept. */
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

  /** Undefined when something that the item shows has changed since the row was read. */
  private make(
    row: ListingStamp,
    text: Text | undefined,
    around: ListingSurroundings | undefined,
    { life, isRepeated }: RowSource,
  ): string | Buffer | undefined {
    if (!text || !around) return undefined;
    const item = this.form.present(text, around);
    const mayKeep = life === this.life && (isRepeated || this.isRepeated(row.listingID));
    return mayKeep && this.isWorthKeeping() ? this.keep(row, item) : item;
  }

  private isWorthKeeping(): boolean {
    this.turn = (this.turn + 1) % SAMPLE;
    return this.keptShare >= WORTH_KEEPING || this.turn === 0;
  }

  private isRepeated(listingID: number): boolean {
    const place = listingID % RECENT;
    if (this.recent[place] === listingID) return true;
    this.recent[place] = listingID;
    return false;
  }

  private keep({ listingID, version, website, agents }: ListingStamp, text: string): Buffer {
    const item = Buffer.from(text);
    this.kept.set(listingID, { version, website, agents, item });
    return item;
  }

  /** The text of each row: that which was read with it, or another of the same version; undefined if there is none any more. */
  protected async textsOf(rows: readonly ListingStamp[], executor: SqlExecutor): Promise<(Text | undefined)[]> {
    const { column, columns, joins } = this.form;
    const others = rows.filter((row) => !(column in row));
    const whole = rows as readonly (ListingStamp & Text)[]; // a row that has the column has them all
    if (others.length === 0) return [...whole];
    const read = await readStill<Text>(others, { columns: columns(), joins }, executor);
    const texts = new Map<number, Text>(read.map((row) => [row.listingID, row]));
    return whole.map((row) => (column in row ? row : texts.get(row.listingID)));
  }
}

/** Reads more of rows; those of listings that have changed since are not among them. */
export async function readStill<Columns extends object>(
  rows: readonly ListingStamp[],
  { columns, joins }: Reading,
  executor: SqlExecutor,
): Promise<(Columns & Pick<ListingStamp, 'listingID' | 'version'>)[]> {
  if (rows.length === 0) return [];
  const versions = new Map(rows.map(({ listingID, version }) => [listingID, version]));
  const read = await executor.queryPrepared<Columns & Pick<ListingStamp, 'listingID' | 'version'>>(
    sql`SELECT listing.id AS "listingID", listing.version, ${columns}
      FROM listings listing ${joins} WHERE listing.id = ${oneOf([...versions.keys()])}`,
  );
  return read.filter(({ listingID, version }) => version === versions.get(listingID));
}
