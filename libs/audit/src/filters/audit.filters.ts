import { Equals, LogOrder, type LogSort, Matches, MatchesAny, NumericIds, PageQuery, Since, Until } from '@app/lists';
import { id } from '@app/schema';
import { sql, type Sql, column } from '@app/sql';
import { auditAction, auditResource } from '../dto/audit.fields.js';

/** Entries that concern an account, or were made with its keys. */
export const isOfAccount = (websiteID: number): Sql =>
  sql`(log.website_id = ${websiteID} OR log.former_website_id = ${websiteID} OR log.author_website_id = ${websiteID})`;

/** The parameters of the audit log. */
export class AuditQuery extends PageQuery {
  @Since(column('log.at'), 'actions')
  since?: string;

  @Until(column('log.at'), 'actions')
  until?: string;

  @MatchesAny(auditAction, 'Actions of these kinds.', (values) => sql`log.action = ANY(${values}::text[])`, {
    group: 'Kind and status',
    example: 'create',
  })
  action?: string[];

  @MatchesAny(
    auditResource,
    'Actions on these types of resources.',
    (values) => sql`log.resource = ANY(${values}::text[])`,
    { group: 'Kind and status', example: 'account' },
  )
  resource?: string[];

  @Equals(column('log.resource_id'), id, 'Numeric id of the resource.', {
    group: 'Words and identifiers',
    example: 1,
    selectivity: 'medium',
  })
  id?: number;

  @NumericIds('log', 'Entries (not resources)', 1)
  ids?: number[];

  @Equals(column('log.credential_id'), id, 'Numeric id of the credential.', {
    group: 'Agency and people',
    example: 1,
    selectivity: 'medium',
  })
  credential?: number;

  @Matches(id, 'Numeric id of the account that the action concerns, or whose keys were used.', isOfAccount, {
    group: 'Agency and people',
    example: 1,
    selectivity: 'medium',
  })
  websiteID?: number;

  @LogOrder()
  sort: LogSort;
}
