import { derived, Field, id, instant, list, named, oneOf, tally, text, type Kind } from '@app/schema';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '@app/writes';

export const auditAction = named('AuditAction', 'The action.', oneOf(AUDIT_ACTIONS));
export const auditResource = named('AuditResource', 'The type of the resource.', oneOf(AUDIT_RESOURCES));
const auditRole = named('AuditRole', 'The owner of the keys.', oneOf(['operator', 'account']));

const counts: Kind = named('AuditCounts', 'The number of resources that a run created, updated and so on.', {
  ...derived,
  schema: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
});

const absent = { notNullable: true, nullable: true } as const;

/** A recorded action. */
export class AuditItem {
  @Field(tally, 'Numeric id of the entry.', { notNullable: true, example: 4711 }) id: number;
  @Field(instant, 'Time of the action, in UTC.', { notNullable: true }) at: string;
  @Field(auditAction, 'The action.', { notNullable: true, example: 'update' }) action: string;
  @Field(auditResource, 'The type of the resource.', { notNullable: true, example: 'account' }) resource: string;
  @Field(id, 'Numeric id of the resource; for an account, its websiteID. Null if the action concerns many resources.', {
    ...absent,
    example: 12,
  })
  resourceID: number | null;
  @Field(id, 'Numeric id of the account that the action concerns. Null if it concerns only the operator.', {
    ...absent,
    example: 12,
  })
  websiteID: number | null;
  @Field(id, 'Numeric id of the previous account of the resource, if it was another one. Otherwise null.', {
    ...absent,
    example: null,
  })
  formerWebsiteID: number | null;
  @Field(list(text()), 'The paths of the fields that an update changed, without their values.', {
    example: ['about', 'contacts.email.sales'],
  })
  paths: string[];
  @Field(
    counts,
    'The number of resources per outcome of an import, or erased by `person erase`. Null for other actions, and while a feed is being imported.',
    {
      ...absent,
      example: null,
    },
  )
  counts: object | null;
  @Field(auditRole, 'The owner of the keys.', { notNullable: true, example: 'account' }) role: string;
  @Field(id, 'Numeric id of the account whose keys were used. Null for the operator.', { ...absent, example: 12 })
  authorWebsiteID: number | null;
  @Field(id, "Numeric id of the credential. Null for the operator's key pair of the environment, and for commands.", {
    ...absent,
    example: 31,
  })
  credential: number | null;
  @Field(text(), "Label of the operator's named key pair. Null for other credentials, and in responses to accounts.", {
    ...absent,
    example: null,
  })
  credentialLabel: string | null;
  @Field(
    text(),
    'Address of the client by which its requests are counted. Null for a command, and in responses to an account that is not the author.',
    { ...absent, example: '203.0.113.7' },
  )
  address: string | null;
  @Field(text(), 'X-Request-Id of the response to the request. Null for a command.', {
    ...absent,
    example: '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11',
  })
  requestId: string | null;
  @Field(text(), 'Command of the operator. Null for a request.', { ...absent, example: null })
  command: string | null;
}
