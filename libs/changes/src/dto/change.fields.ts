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
  'What happened. Of a listing, `updated` is said when none of `status`, `price`, `images` and `content` (anything else that is shown) was.',
  oneOf(CHANGE_KINDS),
);

const document = named('ChangeDocument', 'A resource as a line of its export.', {
  ...derived,
  schema: { oneOf: [AccountRead, AgentRecord, ExportedAgent, ExportedListing, PropertyResponse].map(answerRef) },
});

const CURSOR = 'WzEsImU4N2IwMTUzZmM3MSIsODEyLDQ0MV0';

/** A change of one resource. */
export class ChangeItem {
  @Field(text(), 'Continues behind this change.', { notNullable: true, example: CURSOR }) cursor: string;
  @Field(instant, 'When it was recorded, just before it was committed.', { notNullable: true }) at: string;
  @Field(followed, 'What has changed.', { notNullable: true, example: 'agent' }) resource: string;
  @Field(id, 'Numeric id; of an account its websiteID.', { notNullable: true, example: 31 }) id: number;
  @Field(uid, 'Object identifier.', { notNullable: true }) _id: string;
  @Field(id, 'Numeric id of the account that it belongs to. Null for properties.', { example: 12 })
  websiteID: number | null;
  @Field(changeKind, 'What happened to it last.', { notNullable: true, example: 'updated' }) kind: string;
  @Field(list(changeKind), 'What happened to it, in order, when this page has several changes of it.', {
    optional: true,
    example: ['created', 'updated'],
  })
  kinds?: string[];
  @Field(flag, 'True when it is gone, or the website does not show it (any more). Else absent.', {
    optional: true,
    example: true,
  })
  deleted?: boolean;
  @Field(document, 'What has changed, as a line of its export shows it, when it was asked for and there is one.', {
    optional: true,
    example: answerExample(AgentRecord),
  })
  document?: object;
}

/** A page of the change feed. */
export class ChangePage {
  @ListOf(() => ChangeItem, 'The changes, in the order in which they are to be applied. Each resource is named once.')
  data: ChangeItem[];
  @Field(text(), 'Continues behind this page, also when it is empty.', { notNullable: true, example: CURSOR })
  cursor: string;
  @Field(flag, 'True when there are more changes already.', { notNullable: true, example: false }) hasNext: boolean;
}
