import type { CreatedCredential, CredentialItem } from '@app/accounts';
import { tableLines } from './table-lines.js';

const HEAD = ['id', 'website', 'scope', 'access key', 'ends', 'last used', 'label'];

/** Key pairs as the lines of a table. */
export const pairLines = (pairs: readonly CredentialItem[]): string[] => tableLines([HEAD, ...pairs.map(cellsOf)]);

/** A new pair, with its secret. */
export const createdWords = ({ message, credential: { accessKey, secretKey } }: CreatedCredential): string =>
  `x-access-key: ${accessKey}\nx-secret-key: ${secretKey}\n${message}. The secret key is not shown again.`;

const cellsOf = (pair: CredentialItem): string[] => [
  String(pair.id),
  String(pair.websiteID),
  pair.scope,
  pair.accessKey,
  pair.expiresAt ?? '-',
  pair.lastUsedAt ?? '-',
  pair.label,
];
