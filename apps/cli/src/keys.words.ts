import type { CreatedCredential } from '@app/accounts';
import type { KeyPair } from '@app/auth';
import type { Resealed } from '@app/persistence';

type Created = Pick<CreatedCredential, 'message'> & { readonly credential: KeyPair };

/** A new pair, with its secret. */
export const createdWords = ({ message, credential: { accessKey, secretKey } }: Created): string =>
  `x-access-key: ${accessKey}\nx-secret-key: ${secretKey}\n${message}. The secret key is not shown again.`;

/** What a reseal has done, and for how long the former key is needed. */
export function resealedWords({ counts }: Resealed, until: Date | undefined): string {
  const done = [...counts].map(([table, count]) => `${count} ${table}`).join(', ');
  const rest = until
    ? `Hooks are signed with the secrets of both keys until ${until.toISOString()}: give SECRETS_KEY alone after that.`
    : 'Give SECRETS_KEY alone now.';
  return `Sealed again: ${done}. ${rest}`;
}
