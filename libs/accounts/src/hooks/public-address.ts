import { isIP } from 'node:net';
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
