import { each, orderOfLog, where, type ListQuery } from '@app/lists';
import { sql, type Sql, column } from '@app/sql';
import { Injectable } from '@nestjs/common';
import { isOfAccount, type AuditQuery } from './filters/audit.filters.js';

const LOG = sql`audit_log log`;

interface EntryRow {
  readonly entry: string;
}

/** Reads the audit log. */
@Injectable()
export class AuditRepository {
  /** @param owner the reading account; undefined: the operator, who sees all entries */
  list(query: AuditQuery, owner: number | undefined): ListQuery<EntryRow> {
    return {
      name: 'audit',
      query,
      search: { from: LOG, where: where(query, { condition: owner === undefined ? undefined : isOfAccount(owner) }) },
      key: sql`log.id`,
      order: orderOfLog(column('log.id'), query.sort),
      row: { from: LOG, columns: entryFor(owner) },
      present: each(({ entry }) => entry),
    };
  }
}

/** An entry as JSON text. An account does not see the address of another author. */
const entryFor = (owner: number | undefined): Sql => sql`json_build_object('id', log.id,
  'at', to_char(log.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'action', log.action, 'resource', log.resource, 'resourceID', log.resource_id,
  'websiteID', log.website_id, 'formerWebsiteID', log.former_website_id, 'paths', log.paths, 'counts', log.counts,
  'role', log.role, 'authorWebsiteID', log.author_website_id, 'credential', log.credential_id,
  'credentialLabel', ${owner === undefined ? sql`log.credential_label` : sql`NULL::text`},
  'address', ${owner === undefined ? sql`log.address` : sql`CASE WHEN log.author_website_id = ${owner} THEN log.address END`},
  'requestId', log.request_id, 'command', log.command)::text AS entry`;
