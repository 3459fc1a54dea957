import { DEMO_DEFAULTS, generateDirectory, type DemoAccountLine } from '@app/demo';
import type { SqlExecutor } from '@app/sql';
import { referencePlaces, timeZoneOf } from '@app/suburbs';
import { AuditTrail, byCommand } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockEmptyDirectory } from './empty-directory.repository.js';
import { FeatureWriters } from './feature-writers.js';
import { generatedSource } from './file-source.js';
import type { ImportWatch } from './import-file.js';
import type { FileReport } from './import-report.js';
import { inTransaction, importSources } from './import-transaction.js';
import type { LineSource } from './line-source.js';
import { recordImport } from './record-import.js';
import { tidyTables } from './tidy-tables.js';

const LISTINGS_PER_ACCOUNT = DEMO_DEFAULTS.listings / DEMO_DEFAULTS.accounts;
const AGENTS_PER_ACCOUNT = 5;
/** About the number of a whole country; with more accounts than that, each has one agent. */
const MANY_AGENTS = 100_000;

/** The size of the generated directory. */
export interface DemoOptions extends ImportWatch {
  /** Default: 2,000. */
  readonly listings?: number;
  /** Default: in proportion to the listings, 12 for 2,000. */
  readonly accounts?: number;
  /**
   * A whole number. The same seed gives the same directory on the same day, including the accounts' keys, so whoever
   * knows the seed knows the keys. Without a seed the keys are random.
   */
  readonly seed?: number;
}

const AUTHOR = byCommand('demo');

/** Fills empty directories. */
@Injectable()
export class DemoLoader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writers: FeatureWriters,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Fills a directory that has no accounts with generated data, all or nothing: in the suburbs that it has, else in 400
   * well-known ones. Several processes may call it at once: one of them fills it.
   *
   * @returns the sizes; `undefined` when there are accounts already
   * @throws RangeError when none of the suburbs has a centre
   */
  async load(options: DemoOptions = {}): Promise<FileReport[] | undefined> {
    const { listings = DEMO_DEFAULTS.listings, accounts = accountsFor(listings), seed, ...watch } = options;
    const files = await inTransaction(this.dataSource, async (executor) => {
      if (!(await lockEmptyDirectory(executor))) return undefined;
      const sources = await demoSources(executor, { listings, accounts, seed });
      const taken = await importSources(executor, this.writers, sources, watch);
      await recordImport(this.trail, executor, AUTHOR, taken);
      return taken;
    });
    if (files) await tidyTables(this.dataSource, files);
    return files;
  }
}

const accountsFor = (listings: number): number =>
  Math.max(DEMO_DEFAULTS.accounts, Math.round(listings / LISTINGS_PER_ACCOUNT));

interface DemoSize {
  readonly listings: number;
  readonly accounts: number;
  readonly seed: number | undefined;
}

async function demoSources(executor: SqlExecutor, { listings, accounts, seed }: DemoSize): Promise<LineSource[]> {
  const agents = Math.min(accounts * AGENTS_PER_ACCOUNT, Math.max(accounts, MANY_AGENTS));
  const suburbs = await referencePlaces(executor);
  const places = suburbs.map((place) => ({ ...place, timeZone: timeZoneOf(place, place) }));
  const made = generateDirectory({
    listings,
    accounts,
    agents,
    ...(seed !== undefined && { seed }),
    ...(places.length > 0 && { suburbs: places }),
    now: new Date(),
  });
  const sources = [
    generatedSource('accounts', seed === undefined ? withoutKeys(made.accounts) : made.accounts, accounts),
    generatedSource('agents', made.agents, agents),
    generatedSource('listings', made.listings, listings),
  ];
  return suburbs.length > 0 ? sources : [generatedSource('suburbs', made.suburbs), ...sources];
}

/** The import creates random keys for lines without keys; they do not depend on the seed. */
function withoutKeys(lines: Iterable<DemoAccountLine>): Iterable<Omit<DemoAccountLine, 'accessKey' | 'secretKey'>> {
  return {
    *[Symbol.iterator]() {
      for (const { accessKey: _, secretKey: __, ...line } of lines) yield line;
    },
  };
}
