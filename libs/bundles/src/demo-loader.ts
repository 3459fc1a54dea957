import { lockListings } from '@app/listings';
import { SETTINGS, type Settings } from '@app/config';
import { CredentialsRepository, type KeyPair } from '@app/auth';
import { DEMO_DEFAULTS, generateDirectory, type DemoAccountLine, type DemoHistoryEntry } from '@app/demo';
import { writeDemoEnquiries } from '@app/enquiries';
import { writeDemoSearch } from '@app/searches';
import type { SqlExecutor } from '@app/sql';
import { referencePlaces, timeZoneOf } from '@app/suburbs';
import { AuditTrail, byCommand } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  accountIds,
  datePropertiesByListings,
  type DEMO_COMMANDS,
  disableDemoHooks,
  emptyDirectory,
  lockDemoDirectory,
  lockEmptyDirectory,
  writeDemoHistories,
} from './demo-directory.repository.js';
import { FeatureWriters } from './import/feature-writers.js';
import { generatedSource } from './files/file-source.js';
import type { ImportWatch } from './import/import-file.js';
import { type FileReport, recordImport } from './import/import-report.js';
import { inTransaction, importSources } from './import/import-transaction.js';
import type { LineSource } from './files/line-source.js';
import { serviceUrl } from './service-address.js';
import { tidyTables } from './import/tidy-tables.js';

const LISTINGS_PER_ACCOUNT = DEMO_DEFAULTS.listings / DEMO_DEFAULTS.accounts;
const AGENTS_PER_ACCOUNT = 5;
/** About the number of agents in a whole country; with more accounts than this, each has one agent. */
const MANY_AGENTS = 100_000;

/** The size of the generated directory, and its starting point. */
interface DemoSize {
  /** Default: 2,000. */
  readonly listings?: number | undefined;
  /** Default: in proportion to the listings; 12 for 2,000. */
  readonly accounts?: number | undefined;
  /** A whole number; default: 1. Equal seeds, dates and sizes give equal directories, except for the keys. */
  readonly seed?: number | undefined;
  /** The day to which "upcoming" and "recent" refer, as `YYYY-MM-DD`; default: today in UTC. */
  readonly date?: string | undefined;
}

/** The generated directory, and callbacks of its import. */
export interface DemoOptions extends DemoSize, ImportWatch {
  /** The URL of the service, which draws the pictures; default: by the settings. */
  readonly base?: string;
}

/** Fills directories with generated data. */
@Injectable()
export class DemoLoader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writers: FeatureWriters,
    private readonly trail: AuditTrail,
    private readonly credentials: CredentialsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Fills a directory without accounts with generated data, or changes nothing. It uses the suburbs of the directory,
   * or else 400 well-known ones. If several processes call it at the same time, one of them fills the directory.
   * @returns the sizes; `undefined` if there are accounts already
   * @throws RangeError if none of the suburbs has a centre
   */
  load(options: DemoOptions = {}): Promise<FileReport[] | undefined> {
    return this.fill('demo', options, async (executor) =>
      (await lockEmptyDirectory(executor)) ? new Map<number, KeyPair>() : undefined,
    );
  }

  /**
   * Empties a generated directory and fills it again in one transaction, so that readers see either the old or the new
   * one. Accounts that exist before and after keep their own key pair.
   * @returns the sizes; `undefined` if the directory is not generated, or contains other imports
   */
  reset(options: DemoOptions = {}): Promise<FileReport[] | undefined> {
    return this.fill('reset', options, async (executor) => {
      if (!(await lockDemoDirectory(executor))) return undefined;
      await lockListings(executor);
      const keys = await this.credentials.pairs(executor, await accountIds(executor));
      await emptyDirectory(executor);
      return keys;
    });
  }

  /**
   * @param prepare empties the directory and returns the previous keys of its accounts; undefined: it must not be
   * filled
   */
  private async fill(
    command: (typeof DEMO_COMMANDS)[number],
    { listings, accounts, seed, date, base = serviceUrl(this.settings), ...watch }: DemoOptions,
    prepare: (executor: SqlExecutor) => Promise<ReadonlyMap<number, KeyPair> | undefined>,
  ): Promise<FileReport[] | undefined> {
    const files = await inTransaction(this.dataSource, async (executor) => {
      const keys = await prepare(executor);
      if (!keys) return undefined;
      const { sources, histories } = await demoSources(executor, { listings, accounts, seed, date, base }, keys);
      const taken = await importSources(executor, this.writers, sources, watch);
      await disableDemoHooks(executor);
      await datePropertiesByListings(executor);
      await writeDemoEnquiries(executor);
      await writeDemoSearch(executor);
      await writeDemoHistories(executor, histories);
      await recordImport(this.trail, executor, byCommand(command), taken);
      return taken;
    });
    if (files) await tidyTables(this.dataSource, files);
    return files;
  }
}

const accountsFor = (listings: number): number =>
  Math.max(DEMO_DEFAULTS.accounts, Math.round(listings / LISTINGS_PER_ACCOUNT));

const today = (): string => new Date().toISOString().slice(0, 10);

async function demoSources(
  executor: SqlExecutor,
  {
    listings = DEMO_DEFAULTS.listings,
    accounts = accountsFor(listings),
    seed,
    date = today(),
    base,
  }: DemoSize & { readonly base: string },
  keys: ReadonlyMap<number, KeyPair>,
): Promise<{ readonly sources: LineSource[]; readonly histories: Iterable<DemoHistoryEntry> }> {
  const agents = Math.min(accounts * AGENTS_PER_ACCOUNT, Math.max(accounts, MANY_AGENTS));
  const suburbs = await referencePlaces(executor);
  const places = suburbs.map((place) => ({ ...place, timeZone: timeZoneOf(place, place) }));
  const made = generateDirectory({
    listings,
    accounts,
    agents,
    ...(seed !== undefined && { seed }),
    ...(places.length > 0 && { suburbs: places }),
    base,
    now: new Date(date),
  });
  const sources = [
    generatedSource('accounts', withKeys(made.accounts, keys), accounts),
    generatedSource('agents', made.agents, agents),
    generatedSource('listings', made.listings, listings),
  ];
  return {
    sources: suburbs.length > 0 ? sources : [generatedSource('suburbs', made.suburbs), ...sources],
    histories: made.histories,
  };
}

/** Keeps the keys of accounts that had some; the import generates random ones for the others. */
function withKeys(lines: Iterable<DemoAccountLine>, keys: ReadonlyMap<number, KeyPair>): Iterable<object> {
  return {
    *[Symbol.iterator]() {
      for (const line of lines) yield { ...line, ...keys.get(line.websiteID) };
    },
  };
}
