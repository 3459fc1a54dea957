import { EXAMPLE_ACCESS_KEY, EXAMPLE_SECRET_KEY, scopeKind } from '@app/auth';
import { Field, flag, id, instant, ListOf, Nested, text } from '@app/schema';

/** A key pair as it is listed. */
export class CredentialItem {
  @Field(id, 'Numeric id of the pair.', { notNullable: true, example: 31 }) id: number;
  @Field(id, 'Numeric id of its account.', { notNullable: true, example: 12 }) websiteID: number;
  @Field(text(), 'What the pair is for, as its creator has said.', { notNullable: true, example: 'CRM' }) label: string;
  @Field(text(), 'Public part of the pair, sent as x-access-key.', { notNullable: true, example: EXAMPLE_ACCESS_KEY })
  accessKey: string;
  @Field(scopeKind, 'What the pair allows.', { notNullable: true, example: 'read' }) scope: string;
  @Field(
    flag,
    'Whether it is the `accessKey` and `secretKey` of the account: the oldest pair of the scope `full` that has no end.',
    { notNullable: true, example: false },
  )
  own: boolean;
  @Field(instant, 'Time when the pair was created, in UTC.', { notNullable: true }) createdAt: string;
  @Field(instant, 'Time from which on the pair is not valid, in UTC. Null: it has no end.', {
    notNullable: true,
    nullable: true,
  })
  expiresAt: string | null;
  @Field(instant, 'Time of the last request with the pair, in UTC; noted once an hour. Null when none was noted.', {
    notNullable: true,
    nullable: true,
  })
  lastUsedAt: string | null;
}

/** The live key pairs of an account. */
export class CredentialList {
  @ListOf(() => CredentialItem, 'The pairs that have not ended, the oldest first.') data: CredentialItem[];
}

/** A new key pair. */
export class CredentialWithSecret extends CredentialItem {
  @Field(
    text(),
    'Secret part of the pair, sent as x-secret-key. No list has it; an update of the account answers that of its own pair.',
    {
      notNullable: true,
      example: EXAMPLE_SECRET_KEY,
    },
  )
  secretKey: string;
}

/** The response to a create request. */
export class CreatedCredential {
  @Field(text(), 'Confirmation in words, and which older pair ends when.', { example: 'Credential created' })
  message: string;
  @Nested(() => CredentialWithSecret, 'The new pair.') credential: CredentialWithSecret;
}

/** The response to a delete request. */
export class DeletedCredential {
  @Field(text(), 'Confirmation in words.', { example: 'Credential deleted' }) message: string;
  @Nested(() => CredentialItem, 'The pair before it was deleted.') credential: CredentialItem;
}
