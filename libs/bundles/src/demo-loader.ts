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
import { tidyTables } from './import/tidy-tables.js';

const LISTINGS_PER_ACCOUNT = DEMO_DEFAULTS.listings / DEMO_DEFAULTS.accounts;
const AGENTS_PER_ACCOUNT = 5;
/** About the number of a whole country; with more accounts than that, each has one agent. */
const MANY_AGENTS = 100_000;

/** The size of the generated directory, and where it begins. */
interface DemoSize {
  /** Default: 2,000. */
  readonly listings?: number | undefined;
  /** Default: in proportion to the listings, 12 for 2,000. */
  readonly accounts?: number | undefined;
  /** A whole number; default: 1. The same seed, date and sizes give the same directory, except for the keys. */
  readonly seed?: number | undefined;
  /** The day that "upcoming" and "recent" refer to, as `YYYY-MM-DD`; default: today in UTC. */
  readonly date?: string | undefined;
}

/** What is generated, and how it is watched. */
export interface DemoOptions extends DemoSize, ImportWatch {}

/** Fills empty directories. */
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
   * Fills a directory that has no accounts with generated data, all or nothing: in the suburbs that it has, else in 400
   * well-known ones. Several processes may call it at once: one of them fills it.
   *
   * @returns the sizes; `undefined` when there are accounts already
   * @throws RangeError when none of the suburbs has a centre
   */
  load(options: DemoOptions = {}): Promise<FileReport[] | undefined> {
    return this.fill('demo', options, async (executor) =>
      (await lockEmptyDirectory(executor)) ? new Map<number, KeyPair>() : undefined,
    );
  }

  /**
   * Empties a generated directory and fills it again, in one transaction: readers see the one or the other. Accounts
   * that are there before and after keep their own key pair.
   *
   * @returns the sizes; `undefined` when the directory is not generated, or has more than that
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

  /** @param prepare makes the directory empty, and returns the keys that its accounts have had; undefined: it must not be filled */
  private async fill(
    command: (typeof DEMO_COMMANDS)[number],
    { listings, accounts, seed, date, ...watch }: DemoOptions,
    prepare: (executor: SqlExecutor) => Promise<ReadonlyMap<number, KeyPair> | undefined>,
  ): Promise<FileReport[] | undefined> {
    const files = await inTransaction(this.dataSource, async (executor) => {
      const keys = await prepare(executor);
      if (!keys) return undefined;
      const { sources, histories } = await demoSources(
        executor,
        { listings, accounts, seed, date, base: serviceUrl(this.settings) },
        keys,
      );
      const taken = await importSources(executor, this.writers, sources, watch);
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

/** Accounts that have had keys keep them; the import creates random ones for the others. */
function withKeys(lines: Iterable<DemoAccountLine>, keys: ReadonlyMap<number, KeyPair>): Iterable<object> {
  return {
    *[Symbol.iterator]() {
      for (const line of lines) yield { ...line, ...keys.get(line.websiteID) };
    },
  };
}

/** Where a service without a fixed port is looked for. */
const USUAL_PORT = 3_000;

/** The URL at which the service draws the pictures. */
const serviceUrl = ({ port, publicUrl }: Settings): string => publicUrl ?? `http://localhost:${port || USUAL_PORT}`;
