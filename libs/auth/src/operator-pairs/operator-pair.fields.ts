import {
  CONTROL,
  Field,
  formatted,
  id,
  instant,
  ListOf,
  Nested,
  Required,
  SPACE,
  text,
  named,
  ZERO_WIDTH,
} from '@app/schema';
import { EXAMPLE_ACCESS_KEY, EXAMPLE_SECRET_KEY } from '../keys.js';
import { operatorScopeKind, type OperatorScope } from '../dto/auth.kinds.js';

/** Spaces and invisible characters. */
const SEPARATE = `${CONTROL}${ZERO_WIDTH}${SPACE}\\uE000-\\uF8FF`;

/** The label of a named key pair; the audit log contains it. */
const pairLabel = named(
  'PairLabel',
  'Text of 1 to 100 characters, without control characters, that neither begins nor ends with a space.',
  formatted(
    'label',
    /^[^\p{C}\s](?:[^\p{Cc}]*[^\p{C}\s])?$/u,
    `^[^${SEPARATE}](?:[^${CONTROL}]*[^${SEPARATE}])?$`,
    100,
    'text of 1 to 100 characters in one line, without a space at either end',
  ),
);

/** The body that creates a named pair of the operator. */
export class CreateOperatorPairDto {
  @Required()
  @Field(pairLabel, 'The person or program that uses the key pair.', { notNullable: true, example: 'Portal' })
  label: string;

  @Required()
  @Field(operatorScopeKind, 'The scope of the key pair.', { notNullable: true, example: 'read' })
  scope: OperatorScope;
}

/** A named key pair of the operator in a list. */
export class OperatorPair {
  @Field(id, 'Numeric id of the key pair, as in the audit log.', { notNullable: true, example: 32 }) id: number;
  @Field(pairLabel, 'The person or program that uses the key pair.', { notNullable: true, example: 'Portal' })
  label: string;
  @Field(text(), 'Public part of the pair, sent as x-access-key.', { notNullable: true, example: EXAMPLE_ACCESS_KEY })
  accessKey: string;
  @Field(operatorScopeKind, 'The scope of the key pair.', { notNullable: true, example: 'read' }) scope: OperatorScope;
  @Field(instant, 'Time when the pair was created, in UTC.', { notNullable: true, example: '2026-02-27T00:00:00.000Z' })
  createdAt: string;
  @Field(instant, 'Time of the last request with the pair, in UTC; recorded once an hour. Null if none was recorded.', {
    notNullable: true,
    nullable: true,
  })
  lastUsedAt: string | null;
}

/** The named pairs of the operator. */
export class OperatorPairList {
  @ListOf(() => OperatorPair, 'The pairs, the oldest first.') data: OperatorPair[];
}

/** A new named pair. */
export class OperatorPairWithSecret extends OperatorPair {
  @Field(text(), 'Secret part of the pair, sent as x-secret-key. No other response contains it.', {
    notNullable: true,
    example: EXAMPLE_SECRET_KEY,
  })
  secretKey: string;
}

/** The response to a create request. */
export class CreatedOperatorPair {
  @Field(text(), 'Confirmation in words.', { example: 'Credential created' }) message: string;
  @Nested(() => OperatorPairWithSecret, 'The new pair.') credential: OperatorPairWithSecret;
}

/** The response to a delete request. */
export class DeletedOperatorPair {
  @Field(text(), 'Confirmation in words.', { example: 'Credential deleted' }) message: string;
  @Nested(() => OperatorPair, 'The pair before it was deleted.') credential: OperatorPair;
}
