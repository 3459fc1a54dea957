import { ListingsWriter } from '@app/listings';
import { AgentsWriter } from '@app/agents';
import { inTransaction, tidyTables } from '@app/bundles';
import { withSmallHeap } from '@app/process';
import { SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FeedFile, type CheckedFeed, type FeedSource } from './feed-source.js';
import { countFeed, type FeedMode, type FeedReport } from './feed-report.js';
import type { FeedScope } from './feed-scope.js';
import { FeedRun, fatalText, type FeedRunParts, type FeedWatch } from './feed-run.js';
import { FeedRunsRepository, type RunUnderWay } from './feed-runs.repository.js';

/** The options of an import. */
export interface FeedOptions extends FeedWatch, FeedScope {
  /** Default: `changes`. */
  readonly mode?: FeedMode;
  /** Imports nothing, but makes the same report. Other imports wait until the dry run ends. */
  readonly isDryRun?: boolean;
  /** The command that imports, for the audit log; default: `import`. */
  readonly command?: string;
  /** The run, if it is already recorded. */
  readonly run?: RunUnderWay;
}

/** The account of a feed does not exist. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError';

  constructor(websiteID: number) {
    super(`There is no account ${websiteID}`);
  }
}

/** Rolls back the transaction of a dry run. */
class DryRunEnd extends Error {}

/** Imports REAXML feeds. */
@Injectable()
export class FeedImporter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agents: AgentsWriter,
    private readonly listings: ListingsWriter,
    private readonly runs: FeedRunsRepository,
  ) {}

  /**
   * Imports one REAXML file. The whole file is checked first and rejected if it is not REAXML. Then its listings are
   * written in batches. Each listing stands alone: a problem with one is reported and the others are imported.
   * Importing the same file again changes nothing.
   *
   * @param websiteID the account; null: each entry goes to the account that has its `agentID` in `feedAgentIDs` (B43)
   * @throws NoAccountError, or any error of the database, the file or the signal; batches written before stay
   */
  async import(path: string, websiteID: number | null, options: FeedOptions = {}): Promise<FeedReport> {
    const file = await FeedFile.open(path);
    try {
      return await this.importChecked(file, await file.check(), websiteID, options);
    } finally {
      await file.close();
    }
  }

  /** Imports a REAXML feed that is already open and checked; see `import`. */
  importChecked(
    source: FeedSource,
    checked: CheckedFeed,
    websiteID: number | null,
    options: FeedOptions,
  ): Promise<FeedReport> {
    return withSmallHeap(() => this.importAll(source, checked, websiteID, options));
  }

  private async importAll(
    source: FeedSource,
    { hash, problem }: CheckedFeed,
    websiteID: number | null,
    options: FeedOptions,
  ): Promise<FeedReport> {
    const { mode = 'changes', isDryRun = false } = options;
    const begun = { websiteID, file: source.name, hash, startedAt: new Date().toISOString(), mode, isDryRun };
    const run = options.run ?? (await this.begin(begun, options));
    const importWith = async (transact: FeedRunParts['transact']) => {
      const accountOf = await this.accountsOf(websiteID);
      const writers = { agents: this.agents, listings: this.listings };
      const refusedBefore = (id: number) => this.runs.refusedBefore(id, hash);
      const needs = { writers, transact, accountOf, mode, scope: options, refusedBefore };
      const feed = new FeedRun(source.name, needs, options);
      return { feed, fatal: problem ? fatalText(problem) : ((await feed.importEntries(source)) ?? null) };
    };
    const { feed, fatal } = isDryRun
      ? await this.rolledBack(importWith)
      : await importWith((work) => inTransaction(this.dataSource, work));
    const ended = { ...begun, endedAt: new Date().toISOString(), fatal };
    const { refused, ...result } = feed.tally.result();
    const report = { ...ended, ...result };
    if (!isDryRun) countFeed(report, fatal);
    if (!isDryRun && websiteID === null) {
      for (const [id, part] of feed.parts) {
        await this.record({ ...ended, websiteID: id, ...part.tally.result() }, options);
      }
    }
    if (run) await this.runs.end(run, { ...report, refused });
    if (!isDryRun) await tidyTables(this.dataSource, [{ kind: 'listings', ...report }]);
    return report;
  }

  /** Records the start of a run; a dry run of the command line is not recorded. @throws NoAccountError */
  private async begin(begun: Parameters<FeedRunsRepository['begin']>[0], { command = 'import' }: FeedOptions) {
    const { websiteID, isDryRun } = begun;
    const run = isDryRun ? undefined : await this.runs.begin(begun, command);
    const isKnown = run ?? (websiteID === null || (await this.runs.hasAccount(websiteID)));
    if (!isKnown) throw new NoAccountError(websiteID ?? 0);
    return run;
  }

  /** Records the part of a file for its account, unless the account was deleted meanwhile. */
  private async record(report: FeedReport, { command = 'import' }: FeedOptions): Promise<void> {
    const run = await this.runs.begin(report, command);
    if (run) await this.runs.end(run, report);
  }

  private async accountsOf(websiteID: number | null): Promise<FeedRunParts['accountOf']> {
    if (websiteID !== null) return () => websiteID;
    const accounts = await this.runs.feedAccounts();
    return (agentID) => accounts.get(agentID);
  }

  /** Works in one transaction, which is rolled back. Within it, later entries find the listings of earlier ones. */
  private async rolledBack<T>(work: (transact: FeedRunParts['transact']) => Promise<T>): Promise<T> {
    let result: { readonly of: T } | undefined;
    await inTransaction(this.dataSource, async (executor) => {
      const { manager } = executor;
      result = { of: await work((nested) => manager.transaction((within) => nested(new SqlExecutor(within)))) };
      throw new DryRunEnd();
    }).catch((error: unknown) => {
      if (!(error instanceof DryRunEnd)) throw error;
    });
    if (!result) throw new Error('The dry run has no result');
    return result.of;
  }
}
