import { AccountLine, AccountWriter } from '@app/accounts';
import { AgentLine, AgentWriter } from '@app/agents';
import type { CredentialsRepository } from '@app/auth';
import type { Outcome } from '@app/database';
import { checkShape, type FieldFault } from '@app/fields';
import { ListingLine } from '@app/listings';
import { SuburbLine, SuburbWriter } from '@app/suburbs';
import type { EntityManager } from 'typeorm';
import type { Thing } from './line-source.js';
import { takeInListings } from './listing-intake.js';
import { rounds } from './rounds.js';

type Write<Line> = (lines: readonly Line[]) => Promise<Outcome[]>;

/** How lines of one kind come in. */
export interface Intake {
  /** All that is wrong with the value of a line. */
  check(value: unknown): FieldFault[];
  /** Writes values that have passed `check`, inside the store's transaction. */
  writer(store: EntityManager, credentials: CredentialsRepository): Write<unknown>;
  /** What is written to. */
  readonly tables: readonly string[];
}

function intake<Line extends object>(
  type: new () => Line,
  tables: readonly string[],
  writer: (store: EntityManager, credentials: CredentialsRepository) => Write<Line>,
): Intake {
  return {
    tables,
    check: (value) => checkShape(type, value),
    writer: (store, credentials) => writer(store, credentials) as Write<unknown>, // check lets no others through
  };
}

/** For writers that take no two lines of the same thing at once. */
function inRounds<Line>(keyOf: (line: Line) => unknown, write: Write<Line>): Write<Line> {
  return async (lines) => {
    const outcomes: Outcome[] = [];
    for (const round of rounds(lines, keyOf)) outcomes.push(...(await write(round)));
    return outcomes;
  };
}

export const INTAKES: Readonly<Record<Thing, Intake>> = {
  suburbs: intake(SuburbLine, ['suburbs'], (store) => {
    const suburbs = new SuburbWriter(store);
    return (lines) => suburbs.write(lines);
  }),
  accounts: intake(AccountLine, ['accounts', 'credentials', 'suburbs'], (store, credentials) => {
    const accounts = new AccountWriter(store, credentials);
    return inRounds(
      ({ websiteID }) => websiteID,
      (lines) => accounts.write(lines),
    );
  }),
  agents: intake(AgentLine, ['agents'], (store) => {
    const agents = new AgentWriter(store);
    return inRounds(
      ({ id }) => id ?? Symbol('new'),
      (lines) => agents.write(lines),
    );
  }),
  listings: intake(
    ListingLine,
    ['listings', 'listing_documents', 'listing_agents', 'listing_inspections', 'properties', 'suburbs'],
    (store) => (lines) => takeInListings(store, lines),
  ),
};
