import type { CredentialItem, CredentialWithSecret } from '@app/accounts';

const HEAD = ['id', 'website', 'scope', 'access key', 'ends', 'last used', 'label'];

/** Key pairs as the lines of a table. */
export function pairLines(pairs: readonly CredentialItem[]): string[] {
  const rows = [HEAD, ...pairs.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A new pair, with its secret. */
export const createdWords = ({ accessKey, secretKey }: CredentialWithSecret): string =>
  `x-access-key: ${accessKey}\nx-secret-key: ${secretKey}\nThe secret key is not shown again.`;

const cellsOf = (pair: CredentialItem): string[] => [
  String(pair.id),
  String(pair.websiteID),
  pair.scope,
  pair.accessKey,
  pair.expiresAt ?? '-',
  pair.lastUsedAt ?? '-',
  pair.label,
];
