import { isIP } from 'node:net';
import type { Request } from 'express';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whose connection a request came by, or whom trusted proxies name (TRUST_PROXY): what requests are counted by. */
export function clientAddress(request: Request): string {
  const { ip = '' } = request;
  // A proxy may pass on what is no address; then the proxy itself is counted.
  return networkOf(isIP(ip) ? ip : (request.socket.remoteAddress ?? ''));
}

/** An IPv4 address, or the first 56 bits of an IPv6 one: what a provider gives to one customer. */
export function networkOf(address: string): string {
  const [, v4] = MAPPED.exec(address) ?? [];
  if (v4 !== undefined || isIP(address) !== 6) return v4 ?? address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0);
  const [a = 0, b = 0, c = 0, d = 0] = [...before, ...zeros, ...after];
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`;
}

/** An IPv4 address at the end stands for two groups. */
const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
