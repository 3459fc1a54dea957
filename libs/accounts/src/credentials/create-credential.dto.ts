import { scopeKind, type Scope } from '@app/auth';
import { duration, Field, Required, text } from '@app/schema';

/** The body that creates a key pair. */
export class CreateCredentialDto {
  @Field(text(100), 'What the pair is for.', { example: 'CRM' }) label?: string | null;

  @Required()
  @Field(scopeKind, 'What the pair allows.', { notNullable: true, example: 'read' })
  scope: Scope;

  @Field(
    duration,
    'Makes the pair of this scope that the account has end after this time; of two, the older one. The new pair is valid at once, so clients can change over without a gap. Absent: it has no end.',
    { example: '24h' },
  )
  expiresOld?: string | null;
}
