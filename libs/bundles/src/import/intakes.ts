import { AccountLine } from '@app/accounts';
import { AgentLine } from '@app/agents';
import { rebuildDocuments } from '@app/documents';
import { validate, type FieldFault } from '@app/schema';
import { ListingLine, normalizeLine } from '@app/listings';
import { WriteOutcome, type SqlExecutor } from '@app/sql';
import { SuburbLine } from '@app/suburbs';
import type { FeatureWriters } from './feature-writers.js';
import type { BundleKind, LineSource } from '../files/line-source.js';
import { splitByUniqueKey } from './split-by-unique-key.js';

/** Writes lines. It may call `onSaving` when almost all remaining work is the database's. */
type Write<Line> = (lines: readonly Line[], onSaving: () => void) => Promise<WriteOutcome[]>;

/** How lines of a kind are imported. */
export interface Intake {
  /** Returns all faults of a line's value. */
  readonly check: (value: unknown) => FieldFault[];
  /** Converts a value that passed `check` for `writer`. */
  readonly prepare: (value: unknown) => unknown;
  /** Writes the results of `prepare`, inside the transaction of the executor. */
  readonly writer: (executor: SqlExecutor, writers: FeatureWriters, source: LineSource) => Write<unknown>;
  /** The tables that are written. */
  readonly tables: readonly string[];
  /** The tables that a first load fills; absent for kinds that never have enough lines. */
  readonly bulkLoad?: BulkLoadTables;
}

/** The tables that a first load fills together. */
export interface BulkLoadTables {
  readonly tables: readonly string[];
  /** Tables that the rows refer to. Their writers also write to the filled tables. */
  readonly referred: readonly string[];
  /** Indexes besides unique ones that the load itself uses, so that they are not dropped. */
  readonly lookups: readonly string[];
}

/** The tables for listings; properties are written with their listings. */
const LISTINGS: BulkLoadTables = {
  tables: [
    'listings',
    'listing_documents',
    'listing_agents',
    'listing_inspections',
    'properties',
    'property_documents',
  ],
  referred: ['accounts', 'agents'],
  lookups: ['listings_property'],
};

interface IntakeParts<Line extends object, Prepared> {
  readonly type: new () => Line;
  readonly tables: readonly string[];
  readonly bulkLoad?: BulkLoadTables;
  readonly prepare: (line: Line) => Prepared;
  readonly writer: (executor: SqlExecutor, writers: FeatureWriters, source: LineSource) => Write<Prepared>;
}

function intake<Line extends object, Prepared>(parts: IntakeParts<Line, Prepared>): Intake {
  return {
    ...parts,
    check: (value) => validate(parts.type, value),
    // Each function receives a value that the previous one has accepted.
    prepare: (value) => parts.prepare(value as Line),
    writer: (executor, writers, source) => parts.writer(executor, writers, source) as Write<unknown>,
  };
}

/** For writers that cannot process two lines with the same key in one call. */
function inRounds<Line>(keyOf: (line: Line) => unknown, write: Write<Line>): Write<Line> {
  return async (lines, onSaving) => {
    const outcomes: WriteOutcome[] = [];
    for (const round of splitByUniqueKey(lines, keyOf)) outcomes.push(...(await write(round, onSaving)));
    return outcomes;
  };
}

export const INTAKES: Readonly<Record<BundleKind, Intake>> = {
  suburbs: intake({
    type: SuburbLine,
    tables: ['suburbs'],
    prepare: (line: SuburbLine) => line,
    writer: (executor, { suburbs }, { addsOnly = false }) => {
      const written = new Set<string>();
      return async (lines) => {
        const outcomes = await suburbs.importLines(executor, lines, { written, addsOnly });
        // Documents of listings contain days of the time zone; a trigger marks documents whose time zone has changed.
        await rebuildDocuments(executor);
        return outcomes;
      };
    },
  }),
  accounts: intake({
    type: AccountLine,
    tables: ['accounts', 'credentials', 'suburbs'],
    prepare: (line: AccountLine) => line,
    writer: (executor, { accounts }) =>
      inRounds(
        ({ websiteID }) => websiteID,
        (lines) => accounts.importLines(executor, lines),
      ),
  }),
  agents: intake({
    type: AgentLine,
    tables: ['agents'],
    prepare: (line: AgentLine) => line,
    writer: (executor, { agents }) =>
      inRounds(
        ({ id }) => id ?? Symbol('new'),
        (lines) => agents.importLines(executor, lines),
      ),
  }),
  listings: intake({
    type: ListingLine,
    tables: [...LISTINGS.tables, 'suburbs'],
    bulkLoad: LISTINGS,
    prepare: normalizeLine,
    writer:
      (executor, { listings }) =>
      (lines, onSaving) =>
        listings.importLines(executor, lines, onSaving),
  }),
};
