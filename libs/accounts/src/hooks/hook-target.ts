import { isIP } from 'node:net';
import { parseUrl } from '@app/process';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** What the internet routes, of IPv6. Outside are `::127.0.0.1` and all that has no purpose yet. */
const GLOBAL_UNICAST = IPv6.parseCIDR('2000::/3');
/** NAT64: the last 32 bits are the IPv4 address that is reached (RFC 6052). */
const NAT64 = IPv6.parseCIDR('64:ff9b::/96');
/** A service of the host for its virtual machines, on an address that looks like any other. */
const HOST_SERVICE = '168.63.129.16';

/**
 * Whether an address belongs to the internet, so that a hook may be sent there: global unicast, neither the machine nor
 * its network, nor a tunnel that leads back to them.
 *
 * @param text an address in its usual form, as a resolver or the URL parser writes it; any other text is not public
 */
export function isPublicAddress(text: string): boolean {
  switch (isIP(text)) {
    case 4:
      return IPv4.parse(text).range() === 'unicast' && text !== HOST_SERVICE;
    case 6:
      return isPublicIPv6(IPv6.parse(text));
    default:
      return false;
  }
}

function isPublicIPv6(address: InstanceType<typeof IPv6>): boolean {
  if (address.isIPv4MappedAddress() || address.match(NAT64)) {
    return isPublicAddress(IPv4.parse(address.toByteArray().slice(12).join('.')).toString());
  }
  // ISATAP: an IPv4 address behind a prefix of its own.
  const isTunnel = address.parts[5] === 0x5efe && [0, 0x200].includes(address.parts[4] ?? 0);
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isTunnel;
}

/** Where a hook is sent. */
export interface HookTarget {
  readonly url: URL;
  /** The operator has named this origin (`HOOKS_ALLOW`): it may be inside the own network. */
  readonly isTrusted: boolean;
}

/** Why a URL is never called: the text after "the URL". */
type TargetFault =
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
