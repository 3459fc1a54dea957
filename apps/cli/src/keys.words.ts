import type { CreatedCredential, CredentialItem } from '@app/accounts';
import type { KeyPair, OperatorPair } from '@app/auth';
import type { Resealed } from '@app/persistence';
import { tableLines } from './table-lines.js';

const HEAD = ['id', 'website', 'scope', 'access key', 'ends', 'last used', 'label'];

/** Key pairs as the lines of a table. */
export const pairLines = (pairs: readonly CredentialItem[]): string[] => tableLines([HEAD, ...pairs.map(cellsOf)]);

type Created = Pick<CreatedCredential, 'message'> & { readonly credential: KeyPair };

/** Named pairs of the operator as the lines of a table. */
export const operatorPairLines = (pairs: readonly OperatorPair[]): string[] =>
  tableLines([
    ['id', 'scope', 'access key', 'created', 'last used', 'label'],
    ...pairs.map((pair) => [
      String(pair.id),
      pair.scope,
      pair.accessKey,
      pair.createdAt,
      pair.lastUsedAt ?? '-',
      pair.label,
    ]),
  ]);

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

const cellsOf = (pair: CredentialItem): string[] => [
  String(pair.id),
  String(pair.websiteID),
  pair.scope,
  pair.accessKey,
  pair.expiresAt ?? '-',
  pair.lastUsedAt ?? '-',
  pair.label,
];
