import { AccountLine, AccountWriter } from '@app/accounts';
import { AgentLine, AgentWriter } from '@app/agents';
import type { CredentialsRepository } from '@app/auth';
import { validate, type FieldFault } from '@app/schema';
import { ListingLine, normalizeLine } from '@app/listings';
import type { Outcome } from '@app/sql';
import { SuburbLine, SuburbWriter } from '@app/suburbs';
import type { EntityManager } from 'typeorm';
import type { BundleKind } from './line-source.js';
import { importListings } from './listing-intake.js';
import { splitByUniqueKey } from './split-by-unique-key.js';

/** Writes lines; `onSaving` may be called when nearly all that is left is for the store to do. */
type Write<Line> = (lines: readonly Line[], onSaving: () => void) => Promise<Outcome[]>;

/** How lines of one kind come in. */
export interface Intake {
  /** All that is wrong with the value of a line. */
  readonly check: (value: unknown) => FieldFault[];
  /** What `writer` takes of a value that has passed `check`. */
  readonly prepare: (value: unknown) => unknown;
  /** Writes what `prepare` gave, inside the store's transaction. */
  readonly writer: (store: EntityManager, credentials: CredentialsRepository) => Write<unknown>;
  /** What is written to. */
  readonly tables: readonly string[];
  /** What a first load fills; absent where there are never so many lines that it matters. */
  readonly filled?: BulkLoadTables;
}

/** Tables that are filled together. */
export interface BulkLoadTables {
  readonly tables: readonly string[];
  /** Tables whose rows they refer to, and writers of which write to them as well. */
  readonly referred: readonly string[];
  /** Those of their indexes that writing itself uses, beside the unique ones. */
  readonly lookups: readonly string[];
}

/** Of a listing; what becomes of a property follows from its listings. */
const LISTINGS: BulkLoadTables = {
  tables: ['listings', 'listing_documents', 'listing_agents', 'listing_inspections', 'listing_events', 'properties'],
  referred: ['accounts', 'agents'],
  lookups: ['listings_property'],
};

interface IntakeParts<Line extends object, Prepared> {
  readonly type: new () => Line;
  readonly tables: readonly string[];
  readonly filled?: BulkLoadTables;
  readonly prepare: (line: Line) => Prepared;
  readonly writer: (store: EntityManager, credentials: CredentialsRepository) => Write<Prepared>;
}

function intake<Line extends object, Prepared>(parts: IntakeParts<Line, Prepared>): Intake {
  return {
    ...parts,
    check: (value) => validate(parts.type, value),
    // Each is given what the one before it has let through.
    prepare: (value) => parts.prepare(value as Line),
    writer: (store, credentials) => parts.writer(store, credentials) as Write<unknown>,
  };
}

/** For writers that take no two lines of the same thing at once. */
function inRounds<Line>(keyOf: (line: Line) => unknown, write: Write<Line>): Write<Line> {
  return async (lines, onSaving) => {
    const outcomes: Outcome[] = [];
    for (const round of splitByUniqueKey(lines, keyOf)) outcomes.push(...(await write(round, onSaving)));
    return outcomes;
  };
}

export const INTAKES: Readonly<Record<BundleKind, Intake>> = {
  suburbs: intake({
    type: SuburbLine,
    tables: ['suburbs'],
    prepare: (line: SuburbLine) => line,
    writer: (store) => {
      const suburbs = new SuburbWriter(store);
      return (lines) => suburbs.write(lines);
    },
  }),
  accounts: intake({
    type: AccountLine,
    tables: ['accounts', 'credentials', 'suburbs'],
    prepare: (line: AccountLine) => line,
    writer: (store, credentials) => {
      const accounts = new AccountWriter(store, credentials);
      return inRounds(
        ({ websiteID }) => websiteID,
        (lines) => accounts.write(lines),
      );
    },
  }),
  agents: intake({
    type: AgentLine,
    tables: ['agents'],
    prepare: (line: AgentLine) => line,
    writer: (store) => {
      const agents = new AgentWriter(store);
      return inRounds(
        ({ id }) => id ?? Symbol('new'),
        (lines) => agents.write(lines),
      );
    },
  }),
  listings: intake({
    type: ListingLine,
    tables: [...LISTINGS.tables, 'suburbs'],
    filled: LISTINGS,
    prepare: normalizeLine,
    writer: (store) => (lines, onSaving) => importListings(store, lines, onSaving),
  }),
};
