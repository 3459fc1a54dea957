import { setTimeout as sleep } from 'node:timers/promises';
import { generatedSource } from '@app/bundles';
import type { DataSource } from 'typeorm';
import { ADDRESS, feedOf, importFeedText } from '../../support/feed-texts.js';
import { accountBody, agentBody, type Keys, listingLine, type ListingLine, servicesOn } from '@testing';
import type { Dice } from '@testing/brute-force';

/** Accounts 1 to 4 stay; 5 shows offices of 1; 6 is deleted at some time. */
const MAIN_ACCOUNTS = 4;
export const SUB_ACCOUNT = 5;
export const LEAVING_ACCOUNT = 6;
/** Listings move between these accounts. */
const MOVERS = [1, 2, LEAVING_ACCOUNT];
/** The first account that keeps a copy. */
const PORTAL = 11;
const PORTALS = 7;
/** Agents of account 1 that stay; the mark of a listing determines which of them it has. */
const AGENTS = 3;
const LISTINGS = 60;
const OFFICES = ['EAST', 'WEST', 'NORTH'];

/**
 * Each write carries a mark: a unique number. The database records the mark of each row in the transaction of the write.
 */
const HISTORY = `
  CREATE TABLE history (seq bigserial, xid xid8 DEFAULT pg_current_xact_id(), thing text, mark text);
  CREATE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO history (thing, mark) VALUES ('listing ' || NEW.listing_id, substring(NEW.document from '"headline":"([^"]*)"'));
    RETURN NULL; END $$;
  CREATE FUNCTION note_record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO history (thing, mark) VALUES (TG_ARGV[0] || ' ' || NEW.id, NEW.record ->> TG_ARGV[1]);
    RETURN NULL; END $$;
  CREATE TRIGGER note AFTER INSERT OR UPDATE ON listing_documents FOR EACH ROW EXECUTE FUNCTION note_listing();
  CREATE TRIGGER note AFTER INSERT OR UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION note_record('account', 'about');
  CREATE TRIGGER note AFTER INSERT OR UPDATE ON agents FOR EACH ROW EXECUTE FUNCTION note_record('agent', 'biography')`;

/** The keys of an account with a copy; each may read one export at a time. */
export const portalKeys = (at: number): Keys => ({
  accessKey: `portal-access-key-${at}`,
  secretKey: `portal-secret-key-0123456789-${at}`,
});

/** The mark of a row in a copy. */
export function markOf(thing: string, row: Readonly<Record<string, unknown>>): string {
  const name = { account: 'about', agent: 'biography', listing: 'headline' }[thing.split(' ')[0] ?? ''];
  return name ? String(row[name]) : '';
}

/** The agent that a listing with this mark has. */
export const agentOf = (mark: string): number => 1 + (Number(mark.slice(1)) % AGENTS);

type Write = (mark: string, dice: Dice) => Promise<unknown>;

/** Calls the service, on any replica; a call during a kill gets no response. */
export type Call = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly account?: { readonly websiteID: number } }>;

/** A directory with many writers, whose writes have marks. */
export class MarkedDirectory {
  private marks = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly call: Call,
  ) {}

  async fill(): Promise<void> {
    await this.dataSource.query(HISTORY);
    const main = [...Array.from({ length: MAIN_ACCOUNTS }, (_, at) => at + 1), LEAVING_ACCOUNT].map((websiteID) => ({
      websiteID,
      ...accountBody({ about: 'm0' }),
    }));
    const portals = Array.from({ length: PORTALS }, (_, at) => ({
      websiteID: PORTAL + at,
      ...accountBody({ about: 'm0', ...portalKeys(at) }),
    }));
    const subsiteDetails = { mainWebsiteID: 1, listingSource: 'officeID', listingOfficeIDs: ['EAST'] };
    const sub = { websiteID: SUB_ACCOUNT, ...accountBody({ type: 'sub-account', about: 'm0', subsiteDetails }) };
    await this.importLines({
      accounts: [...main, sub, ...portals],
      agents: Array.from({ length: AGENTS }, (_, at) => ({
        id: at + 1,
        ...agentBody(1, `Agent ${at}`, { biography: 'm0' }),
      })),
      listings: Array.from({ length: LISTINGS }, (_, at) => ({
        ...this.listing(`L${at}`, 'm0', OFFICES[at % 3] ?? ''),
        id: at + 1,
      })),
    });
  }

  /** The committed marks of a row, oldest first: the last mark of each transaction. */
  async history(): Promise<Map<string, string[]>> {
    const rows = await this.dataSource.query<{ thing: string; marks: string[] }[]>(`
      SELECT thing, array_agg(mark ORDER BY seq) AS marks FROM (
        SELECT DISTINCT ON (thing, xid) thing, mark, seq FROM history ORDER BY thing, xid, seq DESC) last GROUP BY thing`);
    return new Map(rows.map(({ thing, marks }) => [thing, marks]));
  }

  /** A random write, through one of the writers of production or by hand. */
  async write(dice: Dice): Promise<void> {
    const mark = `m${(this.marks += 1)}`;
    await dice.pick(Object.values(this.writes))(mark, dice);
  }

  private readonly writes: Readonly<Record<string, Write>> = {
    'an import of several listings': (mark, dice) =>
      this.importLines({
        listings: this.some(dice).map((uniqueID) => this.listing(uniqueID, mark, dice.pick(OFFICES))),
      }),
    'an import of new listings': (mark, dice) =>
      this.importLines({ listings: [this.listing(`new-${mark}`, mark, dice.pick(OFFICES))] }),
    'a feed': (mark, dice) =>
      importFeedText(
        this.dataSource,
        feedOf(
          ...this.some(dice).map(
            (
              uniqueID,
            ) => `<residential modTime="${new Date().toISOString().slice(0, 19).replace('T', '-')}" status="current">
              <agentID>EAST</agentID><uniqueID>F${uniqueID}</uniqueID><headline>${mark}</headline>${ADDRESS}</residential>`,
          ),
        ),
        2,
      ),
    'statements by hand, slowly committed': (mark, dice) =>
      this.slowly(dice, [
        `UPDATE listing_agents SET agent_id = ${agentOf(mark)} WHERE listing_id = $1`,
        `UPDATE listing_documents SET document = regexp_replace(document, '"headline":"[^"]*"', '"headline":"${mark}"') WHERE listing_id = $1`,
      ]),
    'a listing that moves to another account': (_, dice) => {
      const to = dice.pick(MOVERS);
      return this.slowly(dice, [
        `UPDATE listings listing SET website_id = ${to} WHERE id = $1 AND NOT EXISTS (
          SELECT FROM listings other WHERE other.website_id = ${to} AND other.unique_id = listing.unique_id)`,
      ]);
    },
    'a listing that goes': (_, dice) =>
      this.slowly(dice, [
        `DELETE FROM listings WHERE id = (SELECT max(id) FROM listings WHERE id > ${LISTINGS} AND $1 > 0)`,
      ]),
    'an account': (mark, dice) =>
      this.call('PUT', `/api/v1/websites/${1 + dice.below(MAIN_ACCOUNTS)}`, { about: mark }),
    'an agent': (mark, dice) => this.call('PUT', `/api/v1/agents/${1 + dice.below(AGENTS)}`, { biography: mark }),
    'the offices of a sub-account': (mark, dice) =>
      this.call('PUT', `/api/v1/websites/${SUB_ACCOUNT}`, {
        about: mark,
        subsiteDetails: { listingOfficeIDs: dice.some(OFFICES, 2) },
      }),
    'an account that comes and goes, with an agent and a listing': async (mark) => {
      const { account } = await this.call('POST', '/api/v1/accounts', accountBody({ about: mark }));
      if (!account) return;
      const { websiteID } = account;
      await this.call('POST', '/api/v1/agents', agentBody(websiteID, 'Soon Gone', { biography: mark }));
      await this.importLines({ listings: [{ ...this.listing(`gone-${mark}`, mark, 'EAST'), websiteID }] });
      await this.call('DELETE', `/api/v1/websites/${websiteID}`);
    },
  };

  private some = (dice: Dice): string[] => [
    ...new Set(Array.from({ length: 1 + dice.below(15) }, () => `L${dice.below(LISTINGS)}`)),
  ];

  private listing(uniqueID: string, mark: string, agentID: string): ListingLine {
    return {
      ...listingLine(1, {
        uniqueID,
        agentID,
        headline: mark,
        agents: [{ id: agentOf(mark) }],
        modtime: new Date().toISOString(),
      }),
    };
  }

  private importLines(lines: Record<string, object[]>): Promise<unknown> {
    const sources = Object.entries(lines).map(([kind, items]) => generatedSource(kind as 'listings', items)); // kinds of a bundle
    return servicesOn(this.dataSource).importer.import(sources, { strict: true });
  }

  /** Statements on one listing, in a slow transaction that may be rolled back. */
  private async slowly(dice: Dice, statements: readonly string[]): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      const id = 1 + dice.below(LISTINGS);
      for (const text of ['SELECT FROM listings WHERE id = $1 FOR UPDATE', ...statements]) {
        await runner.query(text, [id]);
        await sleep(dice.below(15));
      }
      await (dice.chance(0.2) ? runner.rollbackTransaction() : runner.commitTransaction());
    } finally {
      await runner.release();
    }
  }
}
