import { derived, Field, id, instant, list, named, oneOf, tally, text, type Kind } from '@app/schema';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@app/writes';

export const auditAction = named('AuditAction', 'What was done.', oneOf(AUDIT_ACTIONS));
export const auditResource = named('AuditResource', 'What it was done to.', oneOf(AUDIT_RESOURCES));
const auditRole = named('AuditRole', 'Whose keys were used.', oneOf(['operator', 'account']));

const counts: Kind = named('AuditCounts', 'How many things a run has created, updated and so on.', {
  ...derived,
  schema: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
});

const absent = { notNullable: true, nullable: true } as const;

/** What somebody has done. */
export class AuditItem {
  @Field(tally, 'Numeric id of the entry.', { notNullable: true, example: 4711 }) id: number;
  @Field(instant, 'When it was done, in UTC.', { notNullable: true }) at: string;
  @Field(auditAction, 'What was done.', { notNullable: true, example: 'update' }) action: string;
  @Field(auditResource, 'What it was done to.', { notNullable: true, example: 'account' }) resource: string;
  @Field(id, 'Numeric id of what it was done to; of an account its websiteID. Null for many things.', {
    ...absent,
    example: 12,
  })
  resourceID: number | null;
  @Field(id, 'Numeric id of the account that it concerns. Null when it concerns the operator alone.', {
    ...absent,
    example: 12,
  })
  websiteID: number | null;
  @Field(id, 'Numeric id of the account that it concerned before, when that was another one. Else null.', {
    ...absent,
    example: null,
  })
  formerWebsiteID: number | null;
  @Field(list(text()), 'The fields that an update has changed, by their paths; never their values.', {
    example: ['about', 'contacts.email.sales'],
  })
  paths: string[];
  @Field(counts, 'Of an import: how many of each outcome. Null for others, and while a feed is imported.', {
    ...absent,
    example: null,
  })
  counts: object | null;
  @Field(auditRole, 'Whose keys were used.', { notNullable: true, example: 'account' }) role: string;
  @Field(id, 'Numeric id of the account whose keys were used. Null for the operator.', { ...absent, example: 12 })
  authorWebsiteID: number | null;
  @Field(
    id,
    "Numeric id of the credential that was used. Null for the operator's pair of the environment, and a command.",
    {
      ...absent,
      example: 31,
    },
  )
  credential: number | null;
  @Field(text(), "Label of the operator's named pair that was used. Null for others, and to accounts.", {
    ...absent,
    example: null,
  })
  credentialLabel: string | null;
  @Field(
    text(),
    'Address of the client, as requests are counted by it. Null for a command, and for an account that was not the author.',
    { ...absent, example: '203.0.113.7' },
  )
  address: string | null;
  @Field(text(), 'X-Request-Id of the answer to the request. Null for a command.', {
    ...absent,
    example: '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11',
  })
  requestId: string | null;
  @Field(text(), 'The command of the operator. Null for a request.', { ...absent, example: null })
  command: string | null;
}
