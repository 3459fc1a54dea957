import { isIP } from 'node:net';
import { parseUrl } from '@app/process';
import { isPublicAddress } from './public-address.js';

/** Where a hook is sent. */
export interface HookTarget {
  readonly url: URL;
  /** The operator has named this origin (`HOOKS_ALLOW`): it may be inside the own network. */
  readonly isTrusted: boolean;
}

/** Why a URL is never called: the text after "the URL". */
export type TargetFault =
  'must be https://HOST/PATH on port 443' | 'must not contain a user name or a password' | 'must name a public host';

/**
 * Judges the URL of a hook by its canonical form, in which `https://0x7f.1` is `https://127.0.0.1`. The addresses of a
 * name are judged when it is looked up.
 *
 * @param allowed origins that the operator allows besides public hosts
 */
export function hookTarget(text: string, allowed: ReadonlySet<string>): HookTarget | TargetFault {
  const url = parseUrl(text);
  if (!url) return 'must be https://HOST/PATH on port 443';
  if (url.username || url.password) return 'must not contain a user name or a password';
  if (allowed.has(url.origin)) return { url, isTrusted: true };
  if (url.protocol !== 'https:' || url.port) return 'must be https://HOST/PATH on port 443';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) ? !isPublicAddress(host) : isLocalName(host)) return 'must name a public host';
  return { url, isTrusted: false };
}

/** Names that lead to this machine or its network wherever they are looked up (RFC 6761, 6762, 8375). */
const isLocalName = (host: string): boolean =>
  /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host) || !host.replace(/\.$/, '').includes('.');
