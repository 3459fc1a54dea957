import { AccountTexts } from '@app/accounts';
import { AgentNames } from '@app/agents';
import type { RowSource } from '@app/documents';
import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DOCUMENTS, listingJoins, textColumns } from './listing.reads.js';
import { agentStamps, presentListingItem, type ListingStamp, type ListingText } from './listing.presenter.js';

/** A listing of a page: what names its item, and its texts when they were read with it. */
export type ListingItemRow = ListingStamp & (Text | { readonly document?: undefined });

/** Its documents are only passed on. */
type Text = ListingText<Buffer>;

/** An item that was kept, or its parts. */
export type ShownItem = Buffer | readonly (string | Buffer)[];

/** An item, and what names it. */
type KeptItem = Pick<ListingStamp, 'version' | 'website' | 'agents'> & { readonly item: Buffer };

const MAX_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its item, approximately, in bytes. */
const ENTRY_BYTES = 300;
/** How many listings are remembered that were read lately. */
const RECENT = 65_536;
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

  /** The items of rows, in order; undefined when something that they show has changed since. */
  async of(rows: readonly ListingItemRow[], source: RowSource): Promise<ShownItem[] | undefined> {
    if (source.life !== this.life) this.kept.clear();
    this.life = source.life;
    const kept = rows.map((row) => this.keptItem(row));
    const missing = rows.filter((_, at) => !kept[at]);
    if (rows.length > 0) this.keptShare += WEIGHT * (1 - missing.length / rows.length - this.keptShare);
    if (missing.length === 0) return kept as Buffer[]; // none is missing
    await this.loadSurroundings(missing, source);
    const texts = await textsOf(missing, source.executor);
    const items: ShownItem[] = [];
    for (const [at, row] of rows.entries()) {
      const item = kept[at] ?? this.make(row, texts.get(row.listingID), source.life);
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

  private async loadSurroundings(rows: readonly ListingItemRow[], source: RowSource): Promise<void> {
    const accounts = new Set<string>();
    const agents = new Set<string>();
    for (const row of rows) {
      if (!this.accounts.get(row.website, source.life)) accounts.add(row.website);
      for (const agent of agentStamps(row)) if (!this.agents.get(agent, source.life)) agents.add(agent);
    }
    await this.accounts.load(accounts, source);
    await this.agents.load(agents, source);
  }

  /** Undefined when something that the item shows has changed since the row was read. */
  private make(row: ListingItemRow, text: Text | undefined, life: string): ShownItem | undefined {
    const account = this.accounts.get(row.website, life);
    if (!text || !account) return undefined;
    const agents: string[] = [];
    for (const stamp of agentStamps(row)) {
      const agent = this.agents.get(stamp, life);
      if (!agent) return undefined;
      agents.push(agent.json);
    }
    const item = presentListingItem(text, { account, agents });
    return life === this.life && this.isRepeated(row.listingID) ? this.keep(row, item) : item;
  }

  private isRepeated(listingID: number): boolean {
    const place = listingID % RECENT;
    if (this.recent[place] === listingID) return true;
    this.recent[place] = listingID;
    return false;
  }

  private keep({ listingID, version, website, agents }: ListingStamp, parts: readonly (string | Buffer)[]): Buffer {
    const item = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    this.kept.set(listingID, { version, website, agents, item });
    return item;
  }
}

/** The texts of listings by id: those that were read with the rows, and the others if they have the same version. */
async function textsOf(rows: readonly ListingItemRow[], executor: SqlExecutor): Promise<ReadonlyMap<number, Text>> {
  const texts = new Map<number, Text>();
  const versions = new Map<number, string>();
  for (const row of rows) {
    if (row.document === undefined) versions.set(row.listingID, row.version);
    else texts.set(row.listingID, row);
  }
  if (versions.size === 0) return texts;
  const read = await executor.queryPrepared<Text & ListingStamp>(
    sql`SELECT listing.id AS "listingID", listing.version, ${textColumns()}
      FROM listings listing ${listingJoins} WHERE listing.id = ANY(${[...versions.keys()]}::int[])`,
    DOCUMENTS,
  );
  for (const row of read) if (row.version === versions.get(row.listingID)) texts.set(row.listingID, row);
  return texts;
}
