import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import type { RowSource } from '@app/documents';
import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { listingJoins, textColumns } from './listing.reads.js';
import {
  agentStamps,
  presentListingItem,
  type ListingStamp,
  type ListingSurroundings,
  type ListingText,
} from './listing.presenter.js';

/** A listing of a page: what names its item, and its texts when they were read with it. */
export type ListingItemRow = ListingStamp & (ListingText | { readonly document?: undefined });

/** An item, and what names it. */
type KeptItem = Pick<ListingStamp, 'version' | 'website' | 'agents'> & { readonly item: Buffer };

const MAX_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its item, approximately, in bytes. */
const ENTRY_BYTES = 300;
/** How many listings are remembered that were read lately: about as many as are kept, or others would push them out again. */
const RECENT = 16_384;
/** How much a page counts in the share of items that were kept. */
const WEIGHT = 0.05;

/**
 * The items of listings in lists, kept in the process by id and version of the listing, its account and its agents
 * (ADR 27). Only items that are read again are kept: most are not, and keeping them costs more than reading them.
 */
@Injectable()
export class ListingItems {
  private life = '';
  private readonly kept = new LRUCache<number, KeptItem>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ item }) => item.length + ENTRY_BYTES,
  });
  /** Each listing has one place, which another one may take. */
  private readonly recent = new Uint32Array(RECENT);
  private keptShare = 0;

  constructor(
    private readonly accounts: AccountTexts,
    private readonly agents: AgentNames,
  ) {}

  /**
   * Whether a page should be read without the texts of its listings: most are kept, and the others are cheaper to read
   * by a second statement.
   */
  get areMostlyKept(): boolean {
    return this.keptShare > 0.5;
  }

  /** Whether the item of a row is kept. */
  isKept(row: ListingStamp): boolean {
    return this.keptItem(row) !== undefined;
  }

  /** The items of rows as JSON texts, in order; undefined when something that they show has changed since. */
  async of(rows: readonly ListingItemRow[], source: RowSource): Promise<(string | Buffer)[] | undefined> {
    if (source.life !== this.life) this.kept.clear();
    this.life = source.life;
    const kept = rows.map((row) => this.keptItem(row));
    const missing = rows.filter((_, at) => !kept[at]);
    if (rows.length > 0) this.keptShare += WEIGHT * (1 - missing.length / rows.length - this.keptShare);
    if (missing.length === 0) return kept as Buffer[]; // none is missing
    const around = await this.surroundingsOf(missing, source);
    const texts = await textsOf(missing, source.executor);
    const items: (string | Buffer)[] = [];
    for (const [at, row] of rows.entries()) {
      const item = kept[at] ?? this.make(row, texts.get(row.listingID), around.get(row.listingID), source);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }

  private keptItem({ listingID, version, website, agents }: ListingStamp): Buffer | undefined {
    const kept = this.kept.get(listingID);
    const isSame = kept?.version === version && kept.website === website && kept.agents === agents;
    return isSame ? kept.item : undefined;
  }

  /** What rows show of other things, by listing; without that which has changed since they were read. */
  private async surroundingsOf(
    rows: readonly ListingItemRow[],
    source: RowSource,
  ): Promise<ReadonlyMap<number, ListingSurroundings>> {
    const found = new Map<number, ListingSurroundings>();
    const lacking = { accounts: new Set<string>(), agents: new Set<string>() };
    const find = (row: ListingItemRow) => {
      const around = this.around(row, source.life, lacking);
      if (around) found.set(row.listingID, around);
    };
    rows.forEach(find);
    if (found.size === rows.length) return found;
    await this.accounts.load(lacking.accounts, source);
    await this.agents.load(lacking.agents, source);
    rows.forEach(find);
    return found;
  }

  /** What a row shows of other things; undefined when some of it, which is noted, is not kept. */
  private around(
    row: ListingItemRow,
    life: string,
    lacking: { readonly accounts: Set<string>; readonly agents: Set<string> },
  ): ListingSurroundings | undefined {
    const account = this.accounts.get(row.website, life);
    if (!account) lacking.accounts.add(row.website);
    const stamps = agentStamps(row);
    const agents: string[] = [];
    for (const stamp of stamps) {
      const agent = this.agents.get(stamp, life);
      if (agent) agents.push(agent.json);
      else lacking.agents.add(stamp);
    }
    return account && agents.length === stamps.length ? { account, agents } : undefined;
  }

  /** Undefined when something that the item shows has changed since the row was read. */
  private make(
    row: ListingItemRow,
    text: ListingText | undefined,
    around: ListingSurroundings | undefined,
    { life, isRepeated }: RowSource,
  ): string | Buffer | undefined {
    if (!text || !around) return undefined;
    const item = presentListingItem(text, around);
    return life === this.life && (isRepeated || this.isRepeated(row.listingID)) ? this.keep(row, item) : item;
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
}

/** The texts of listings by id: those that were read with the rows, and the others if they have the same version. */
async function textsOf(
  rows: readonly ListingItemRow[],
  executor: SqlExecutor,
): Promise<ReadonlyMap<number, ListingText>> {
  const texts = new Map<number, ListingText>();
  const versions = new Map<number, string>();
  for (const row of rows) {
    if (row.document === undefined) versions.set(row.listingID, row.version);
    else texts.set(row.listingID, row);
  }
  if (versions.size === 0) return texts;
  const read = await executor.queryPrepared<ListingText & ListingStamp>(
    sql`SELECT listing.id AS "listingID", listing.version, ${textColumns()}
      FROM listings listing ${listingJoins} WHERE listing.id = ANY(${[...versions.keys()]}::int[])`,
  );
  for (const row of read) if (row.version === versions.get(row.listingID)) texts.set(row.listingID, row);
  return texts;
}
