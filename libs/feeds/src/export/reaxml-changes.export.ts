import { AccountsRepository, PAST_STATUSES } from '@app/accounts';
import { ensureMayReadPrivate, type Caller, type OwnedAccount } from '@app/auth';
import type { ExportFormat } from '@app/bundles';
import { ChangesRepository, ChangesService } from '@app/changes';
import type { LogOffset, SafeHorizon } from '@app/cache';
import { OPERATOR, problems, type Recipient } from '@app/http';
import { ListingFinder, type ListingColumns } from '@app/listings';
import type { ExportLines } from '@app/lists';
import { sql, SqlExecutor, type Sql } from '@app/sql';
import { goneElement, REAXML_CLOSING, reaxmlElement, reaxmlOpening, type GoneListing } from '@app/reaxml';
import { Injectable } from '@nestjs/common';
import { ALL, outgoingFor, whole, type OutgoingRow } from './reaxml.export.js';
import { ReaxmlExportQuery } from './reaxml-export.query.js';

/** The path of the full export. */
const WHOLE = '/api/v1/export/listings.xml';

const FOLLOWED = ['listing', 'agent'] as const;

/** A listing, or a deleted listing. */
type Row = OutgoingRow & { readonly gone: GoneListing | null };

/** The listings of an account as REAXML: all matching listings, or only changes (B62). */
@Injectable()
export class ReaxmlChanges {
  constructor(
    private readonly executor: SqlExecutor,
    private readonly accounts: AccountsRepository,
    private readonly changes: ChangesService,
    private readonly log: ChangesRepository,
  ) {}

  /**
   * @param recipient the public for a link, otherwise the operator: key pairs that may export see everything
   * @throws FORBIDDEN, NOT_FOUND, INVALID_CURSOR, CURSOR_EXPIRED
   */
  async export(caller: Caller, given: ReaxmlExportQuery, recipient: Recipient, end: SafeHorizon) {
    const account = await this.accounts.owned(given.websiteID);
    // Others are refused whether the account exists or not.
    const owned = account ?? { websiteID: 0, mainWebsiteID: null };
    const isLink = recipient.audience === 'public';
    if (caller.role !== 'operator' && !isLink) ensureMayReadPrivate(caller, owned);
    const query = isLink ? queryOfLink(given, owned, recipient) : given;
    if (!account) throw problems.notFound('account');
    const begin = query.since === undefined ? undefined : await this.begin(query.since, query.websiteID, end);
    const at = new Date();
    const { revision } = query;
    const listings = outgoingFor(recipient);
    const lines: ExportLines<Row> = {
      statement: begin ? changedListings(query, begin) : allListings(query, recipient, listings),
      line: (row) => (row.gone ? goneElement(row.gone, at, revision) : reaxmlElement(listings.outgoing(row), revision)),
    };
    const format: ExportFormat = {
      mediaType: 'application/xml',
      opening: reaxmlOpening(at, revision),
      closing: () => REAXML_CLOSING,
    };
    return { lines, format };
  }

  private async begin(since: string, websiteID: number, end: SafeHorizon): Promise<LogOffset> {
    const place = await this.changes.begin(since, 'since', end);
    const isExpired = await this.log.isExpired(place, FOLLOWED);
    if (isExpired || (await this.hasNamelessDeletions(place, websiteID))) throw problems.cursorExpired(WHOLE);
    return place;
  }

  /** Large transactions are logged without rows, so the log does not contain the keys of their deleted listings. */
  private async hasNamelessDeletions(place: LogOffset, websiteID: number): Promise<boolean> {
    const found = await this.executor.query(sql`
      SELECT FROM (${loggedChanges(websiteID, place)}) logged
      WHERE resource = 'listing' AND old_row IS NULL AND kind NOT IN ('created')
        AND NOT EXISTS (SELECT FROM ${ALL.from()} WHERE listing.id = resource_id AND listing.website_id = ${websiteID}) LIMIT 1`);
    return found.length > 0;
  }
}

const loggedChanges = (websiteID: number, { xid, id }: LogOffset): Sql => sql`
  SELECT resource, resource_id, kind, old_row FROM changes
  WHERE (website_id = ${websiteID} OR former_website_id = ${websiteID}) AND resource = ANY(${FOLLOWED}::text[])
    AND (xid, id) > (${String(xid)}::xid8, ${id}::bigint)`;

/** The listing belongs to the account, and matches. */
const isExported = (query: ReaxmlExportQuery, recipient = OPERATOR): Sql =>
  sql`listing.website_id = ${query.websiteID} AND ${new ListingFinder(query, recipient).condition}`;

const allListings = (query: ReaxmlExportQuery, recipient: Recipient, { columns, joins }: ListingColumns): Sql => sql`
  SELECT ${columns}, NULL::json AS gone FROM ${ALL.from()} ${joins}
  WHERE ${isExported(query, recipient)} ORDER BY listing.id`;

/** The query of a link, for which all statuses are the ones that websites show. @throws FORBIDDEN */
function queryOfLink(query: ReaxmlExportQuery, account: OwnedAccount, { siteID }: Recipient): ReaxmlExportQuery {
  if (account.websiteID !== siteID && account.mainWebsiteID !== siteID)
    throw problems.forbidden('A link exports the listings of its own account and its sub-accounts.');
  // The log also has the keys of listings that visitors never saw.
  if (query.since !== undefined)
    throw problems.forbidden('A link exports no changes: leave since out, or use a pair of the scope full.');
  const status = query.status?.includes('all') ? ['current', ...PAST_STATUSES] : query.status;
  return Object.assign(new ReaxmlExportQuery(), query, { status });
}

/** The former keys without a matching listing, then the listings that changed, or whose agents changed. */
const changedListings = (query: ReaxmlExportQuery, place: LogOffset): Sql => sql`
  WITH logged AS MATERIALIZED (${loggedChanges(query.websiteID, place)}),
  changed AS MATERIALIZED (
    SELECT resource_id AS id FROM logged WHERE resource = 'listing'
    UNION SELECT link.listing_id FROM logged JOIN listing_agents link ON link.agent_id = logged.resource_id
    WHERE logged.resource = 'agent'
  ), former AS (
    SELECT old_row ->> 'listing_type' AS type, old_row ->> 'agent_id' AS agent_id, old_row ->> 'unique_id' AS unique_id
    FROM logged WHERE resource = 'listing' AND (old_row ->> 'website_id')::int = ${query.websiteID}
    UNION SELECT listing.listing_type::text, listing.agent_id, listing.unique_id FROM changed
    JOIN ${ALL.from()} ON listing.id = changed.id AND listing.website_id = ${query.websiteID}
  ), gone AS (
    SELECT DISTINCT ON (unique_id, lower(agent_id)) type, agent_id, unique_id FROM former
    WHERE NOT EXISTS (
      SELECT FROM ${ALL.from()}
      WHERE lower(listing.agent_id) = lower(former.agent_id) AND listing.unique_id = former.unique_id
        AND ${isExported(query)})
    ORDER BY unique_id, lower(agent_id), type
  )
  SELECT written.*, json_build_object('listingType', gone.type, 'agentID', gone.agent_id, 'uniqueID', gone.unique_id) AS gone
  FROM gone LEFT JOIN (SELECT ${whole.columns} FROM ${ALL.from()} ${whole.joins} WHERE FALSE) written ON TRUE
  UNION ALL
  (SELECT ${whole.columns}, NULL FROM changed JOIN ${ALL.from()} ON listing.id = changed.id ${whole.joins}
  WHERE ${isExported(query)} ORDER BY listing.id)`;
