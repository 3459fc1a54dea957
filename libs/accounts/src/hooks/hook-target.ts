import { isIP } from 'node:net';
import { parseUrl } from '@app/process';
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6 } = ipaddr;

/** The part of IPv6 that is routed on the internet. It excludes `::127.0.0.1` and unassigned ranges. */
const GLOBAL_UNICAST = IPv6.parseCIDR('2000::/3');
/** NAT64: the last 32 bits are the IPv4 address of the destination (RFC 6052). */
const NAT64 = IPv6.parseCIDR('64:ff9b::/96');
/** A service of cloud hosts for their virtual machines, on an address that looks public. */
const HOST_SERVICE = '168.63.129.16';

/**
 * Whether an address belongs to the public internet, so that hooks may be sent to it: global unicast, outside this
 * machine and its network, and not a tunnel back to them.
 * @param text an address in canonical form, as resolvers and the URL parser write it; any other text is not public
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
  // ISATAP: an IPv4 address behind its own prefix.
  const isTunnel = address.parts[5] === 0x5efe && [0, 0x200].includes(address.parts[4] ?? 0);
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isTunnel;
}

/** The destination of a hook. */
export interface HookTarget {
  readonly url: URL;
  /** Whether the operator has allowed this origin (`HOOKS_ALLOW`); it may be inside the own network. */
  readonly isTrusted: boolean;
}

/** Why a URL is never called: a text that follows "the URL". */
type TargetFault =
  'must be https://HOST/PATH on port 443' | 'must not contain a user name or a password' | 'must name a public host';

/**
 * Checks the URL of a hook in its canonical form, in which `https://0x7f.1` is `https://127.0.0.1`. The addresses of a
 * host name are checked when it is resolved.
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

/** Names that always resolve to this machine or its network (RFC 6761, 6762, 8375). */
const isLocalName = (host: string): boolean =>
  /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host) || !host.replace(/\.$/, '').includes('.');
