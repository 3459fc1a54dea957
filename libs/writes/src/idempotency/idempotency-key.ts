import { problems } from '@app/http';

const MAX_LENGTH = 255;

/** A String of RFC 8941: printable ASCII in quotes, in which `"` and `\` are escaped. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/;
/** Without quotes: visible ASCII but `"`, `,`, `;` and `\`, which have a meaning in header fields. */
const BARE = /^[!#-+\--:<-[\]-~]+$/;

/** The key that the header names, the same with quotes and without. @throws INVALID_IDEMPOTENCY_KEY */
export function readIdempotencyKey(header: string): string {
  const [, quoted] = QUOTED.exec(header) ?? [];
  const key = quoted?.replaceAll(/\\(.)/g, '$1') ?? (BARE.test(header) ? header : '');
  if (key === '' || key.length > MAX_LENGTH) throw problems.invalidIdempotencyKey();
  return key;
}
