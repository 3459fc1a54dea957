import { isEnabled } from '@app/accounts';
import { parseStored } from '@app/schema';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OPERATOR, type Audience, type Recipient } from '@app/http';
import { listingLinesFor, ListingMasks, type ListingLine, type ListingLineRow } from '@app/listings';
import { SqlExecutor, sql, type Sql } from '@app/sql';
import { timeZoneOf } from '@app/suburbs';
import { hasElement, type OutgoingListing, type OutgoingAgent, type Revision, writeReaxml } from '@app/reaxml';
import { Injectable } from '@nestjs/common';
import { NoAccountError } from '../intake/feed-importer.js';

/** The revision (r1.64 by default), progress and cancellation of an export. */
export interface ReaxmlExportOptions {
  readonly revision?: Revision;
  readonly onProgress?: (progress: { readonly file: string; readonly lines: number }) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Exports the listings of accounts as REAXML. */
@Injectable()
export class ReaxmlExporter {
  constructor(private readonly executor: SqlExecutor) {}

  /**
   * Writes the listings of an account as REAXML, read from one snapshot of the database. The file appears under its
   * name only when it is complete. Resolves to the number of listings, and of those that the revision has no element for.
   *
   * @throws NoAccountError, or any error of the database, the file system or the signal
   */
  async export(
    websiteID: number,
    path: string,
    { revision = 'r1.64', onProgress, signal }: ReaxmlExportOptions = {},
  ): Promise<{ readonly lines: number; readonly leftOut: number }> {
    const draft = `${path}.draft`;
    const written = { lines: 0, leftOut: 0 };
    try {
      await this.executor.readSnapshot(async (executor) => {
        const rows = await outgoingRows(executor, websiteID, signal);
        if (!rows) throw new NoAccountError(websiteID);
        const listings = async function* () {
          for await (const set of rows) {
            const outgoing = set.map(whole.outgoing);
            yield* outgoing;
            written.lines += set.length;
            written.leftOut += outgoing.filter(({ line }) => !hasElement(line, revision)).length;
            onProgress?.({ file: path, lines: written.lines });
          }
        };
        const xml = Readable.from(writeReaxml(listings(), revision), { objectMode: true, highWaterMark: 64 });
        await pipeline(xml, createWriteStream(draft), { signal });
      });
      await rename(draft, path);
      return written;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

/** The row of a listing that is written as REAXML. */
export interface OutgoingRow extends ListingLineRow {
  readonly feedAgents: readonly (OutgoingAgent & { readonly order: number })[];
  /** Empty when not known. */
  readonly suburbTimeZone: string;
}

/** The ids of an agent in feeds, and the agent's address, by audience: the address in the CRM is not public. */
const OF_AGENT: Readonly<Record<Audience, Sql>> = {
  clients: sql`'agentID', (SELECT feed_agent_ids[1] FROM accounts
          WHERE id = agent.website_id AND id <> listing.website_id),
        'uniqueListingAgentID', agent.unique_listing_agent_id,
        'email', coalesce(nullif(agent.record->'email'->>'agency', ''), agent.record->'email'->>'crm', '')`,
  public: sql`'email', coalesce(agent.record->'email'->>'agency', '')`,
};

/** The columns of `OutgoingRow`, from `listings listing` with the joins, and the listing that is written for a row. */
export function outgoingFor(recipient: Recipient) {
  const isPublic = recipient.audience === 'public';
  const lines = listingLinesFor(new ListingMasks(recipient));
  const outgoing = (row: OutgoingRow): OutgoingListing => {
    const line = parseStored<ListingLine>(lines.line(row));
    const { otherAgents = [], ...details } = line.details ?? {};
    const others = otherAgents.map(({ telephone: telephones, ...other }) => ({ ...other, telephones }));
    const agents = [...row.feedAgents, ...others].toSorted((one, other) => one.order - other.order);
    // The zone of a hidden suburb is hidden as well (B72).
    const suburb = { timeZone: isPublic ? row.timeZone : row.suburbTimeZone };
    return { line: { ...line, details }, agents, timeZone: timeZoneOf(suburb, line.address) };
  };
  return {
    columns: sql` ${lines.columns},
    coalesce(suburb.time_zone, '') AS "suburbTimeZone", coalesce((
      SELECT json_agg(json_build_object('name', agent.name, 'order', link.position + 1, ${OF_AGENT[recipient.audience]},
        'telephones', agent.record->'telephone', 'profileVisibility', link.profile_visibility) ORDER BY link.position)
      FROM listing_agents link JOIN agents agent ON agent.id = link.agent_id
      WHERE link.listing_id = listing.id${isPublic ? sql` AND ${isEnabled(sql`agent.website_id`)}` : sql``}), '[]') AS "feedAgents"`,
    joins: sql`${lines.joins}
  LEFT JOIN suburbs suburb ON suburb.id = listing.suburb_id AND suburb.gazetted`,
    outgoing,
  };
}

/** Exports of an account include its hidden data. */
export const ALL = new ListingMasks(OPERATOR);
export const whole = outgoingFor(OPERATOR);

const statementOf = (websiteID: number) => sql`SELECT ${whole.columns} FROM ${ALL.from()} ${whole.joins}
  WHERE listing.website_id = ${websiteID} ORDER BY listing.id`;

/** The listings of an account in sets by id, inside a transaction; undefined if the account does not exist. */
export async function outgoingRows(
  executor: SqlExecutor,
  websiteID: number,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<OutgoingRow[]> | undefined> {
  const found = await executor.query(sql`SELECT FROM accounts WHERE id = ${websiteID}`);
  return found.length > 0 ? executor.stream<OutgoingRow>(statementOf(websiteID), signal) : undefined;
}
