import { EXAMPLE_ACCESS_KEY, EXAMPLE_SECRET_KEY, scopeKind } from '@app/auth';
import { Field, flag, id, instant, ListOf, Nested, text } from '@app/schema';

/** A key pair in a list. */
export class CredentialItem {
  @Field(id, 'Numeric id of the pair.', { notNullable: true, example: 31 }) id: number;
  @Field(id, 'Numeric id of the account.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'The purpose of the key pair, as given by its creator.', { notNullable: true, example: 'CRM' })
  label: string;
  @Field(text(), 'Public part of the pair, sent as x-access-key.', { notNullable: true, example: EXAMPLE_ACCESS_KEY })
  accessKey: string;
  @Field(scopeKind, 'The scope of the key pair.', { notNullable: true, example: 'read' }) scope: string;
  @Field(
    flag,
    'Whether it is the `accessKey` and `secretKey` of the account: the oldest pair of the scope `full` that does not expire.',
    { notNullable: true, example: false },
  )
  own: boolean;
  @Field(instant, 'Time when the pair was created, in UTC.', { notNullable: true, example: '2026-02-27T00:00:00.000Z' })
  createdAt: string;
  @Field(instant, 'Time when the key pair expires, in UTC. Null: it does not expire.', {
    notNullable: true,
    nullable: true,
    example: '2027-02-27T00:00:00.000Z',
  })
  expiresAt: string | null;
  @Field(instant, 'Time of the last request with the pair, in UTC; recorded once an hour. Null if none was recorded.', {
    notNullable: true,
    nullable: true,
  })
  lastUsedAt: string | null;
}

/** The live key pairs of an account. */
export class CredentialList {
  @ListOf(() => CredentialItem, 'The key pairs that have not expired, the oldest first.') data: CredentialItem[];
}

/** A new key pair. */
export class CredentialWithSecret extends CredentialItem {
  @Field(
    text(),
    'Secret part of the pair, sent as x-secret-key; of the scope `link`, the whole link, sent as the query parameter `link`. No other response contains it, except updates of the account that set its own key pair.',
    {
      notNullable: true,
      example: EXAMPLE_SECRET_KEY,
    },
  )
  secretKey: string;
}

/** The response to a create request. */
export class CreatedCredential {
  @Field(text(), 'Confirmation in words, with the expiry of the older key pair if there is one.', {
    example: 'Credential created',
  })
  message: string;
  @Nested(() => CredentialWithSecret, 'The new pair.') credential: CredentialWithSecret;
}

/** The response to a delete request. */
export class DeletedCredential {
  @Field(text(), 'Confirmation in words.', { example: 'Credential deleted' }) message: string;
  @Nested(() => CredentialItem, 'The pair before it was deleted.') credential: CredentialItem;
}
