import { scopeKind, type Scope } from '@app/auth';
import { duration, Field, Required, text } from '@app/schema';

/** The body that creates a key pair. */
export class CreateCredentialDto {
  @Field(text(100), 'The purpose of the key pair.', { example: 'CRM' }) label?: string | null;

  @Required()
  @Field(scopeKind, 'The scope of the key pair.', { notNullable: true, example: 'read' })
  scope: Scope;

  @Field(
    duration,
    'The time after which the existing key pair of this scope expires; of two pairs, the older one. The new pair is valid immediately, so clients can switch without interruption. Absent: the existing pair does not expire.',
    { example: '24h' },
  )
  expiresOld?: string | null;
}
