import { AccountRead } from '@app/accounts';
import { AgentRecord, ExportedAgent } from '@app/agents';
import { ExportedListing } from '@app/listings';
import { PropertyResponse } from '@app/properties';
import {
  answerExample,
  answerRef,
  derived,
  Field,
  flag,
  id,
  instant,
  list,
  ListOf,
  named,
  oneOf,
  text,
  uid,
} from '@app/schema';
import { followed } from './changes.query.js';

export const CHANGE_KINDS = ['created', 'updated', 'status', 'price', 'images', 'content', 'deleted'] as const;

const changeKind = named(
  'ChangeKind',
  'The kind of change. For a listing, `updated` means that none of `status`, `price`, `images` and `content` (all other visible data) changed.',
  oneOf(CHANGE_KINDS),
);

const document = named('ChangeDocument', 'A resource as a line of its export.', {
  ...derived,
  schema: { oneOf: [AccountRead, AgentRecord, ExportedAgent, ExportedListing, PropertyResponse].map(answerRef) },
});

const CURSOR = 'WzEsImU4N2IwMTUzZmM3MSIsODEyLDQ0MV0';

/** A change of one resource. */
export class ChangeItem {
  @Field(text(), 'Cursor after this change.', { notNullable: true, example: CURSOR }) cursor: string;
  @Field(instant, 'Time when the change was recorded, just before its commit.', { notNullable: true }) at: string;
  @Field(followed, 'The type of the changed resource.', { notNullable: true, example: 'agent' }) resource: string;
  @Field(id, 'Numeric id; for an account, its websiteID.', { notNullable: true, example: 31 }) id: number;
  @Field(uid, 'Object identifier.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the account that owns the resource. Null for properties.', { example: 12 })
  websiteID: number | null;
  @Field(
    changeKind,
    'Kind of the last change; of one change of several kinds the first: `status`, `price`, `images`, `content`.',
    { notNullable: true, example: 'updated' },
  )
  kind: string;
  @Field(list(changeKind), 'Kinds of all changes of the resource on this page, in order.', {
    optional: true,
    example: ['created', 'updated'],
  })
  kinds?: string[];
  @Field(flag, 'True if the resource is deleted, or the website does not show it (any more). Otherwise absent.', {
    optional: true,
    example: true,
  })
  deleted?: boolean;
  @Field(document, 'The changed resource as a line of its export, if it was requested and exists.', {
    optional: true,
    example: answerExample(AgentRecord),
  })
  document?: object;
}

/** A page of the change feed. */
export class ChangePage {
  @ListOf(() => ChangeItem, 'The changes, in the order in which to apply them. Each resource occurs once.')
  data: ChangeItem[];
  @Field(text(), 'Cursor after this page, present even if it is empty.', { notNullable: true, example: CURSOR })
  cursor: string;
  @Field(flag, 'True if there are more changes already.', { notNullable: true, example: false }) hasNext: boolean;
}
