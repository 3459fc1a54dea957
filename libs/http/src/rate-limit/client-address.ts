import { isIP } from 'node:net';
import type { Request } from 'express';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The prefix length that identifies a network: providers usually assign 56 bits to a customer, 64 to a phone, and 48 at
 * least.
 */
type NetworkBits = 48 | 56 | 64;

/**
 * The address that requests are counted by: the peer of the connection, or the address given by trusted proxies
 * (TRUST_PROXY).
 */
export const clientAddress = (request: Request, bits: NetworkBits = 56): string =>
  networkOf(exactAddress(request), bits);

/** The complete address of a client. */
export function exactAddress(request: Request): string {
  const { ip = '' } = request;
  // A proxy may pass on an invalid address; the proxy's own address is then used.
  const address = isIP(ip) ? ip : (request.socket.remoteAddress ?? '');
  // The zone of an address may be as long as a header, so it is removed.
  return MAPPED.exec(address)?.[1] ?? address.split('%', 1)[0] ?? '';
}

/** An IPv4 address, or the network of an IPv6 address. */
export function networkOf(address: string, bits: NetworkBits = 56): string {
  const [, v4] = MAPPED.exec(address) ?? [];
  if (v4 !== undefined || isIP(address) !== 6) return v4 ?? address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0);
  const [a = 0, b = 0, c = 0, d = 0] = [...before, ...zeros, ...after];
  const last = d & (0xffff << (64 - bits));
  return `${[a, b, c, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Parses groups of an IPv6 address; an embedded IPv4 address stands for two groups. */
const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
