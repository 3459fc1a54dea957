import type { Resolver } from 'node:dns/promises';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { callbackify } from 'node:util';
import { isPublicAddress } from '@app/accounts';

/** The host of a hook has no public address. */
export class NoPublicAddress extends Error {}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** The `lookup` option of `net.connect`, which connects only to the returned addresses. */
export type Lookup = (hostname: string, options: LookupOptions, answer: Answer) => void;

/**
 * Resolves names whose addresses are all public. A name without addresses and a name with a private address fail in the
 * same way, so that nobody learns which names exist in our network.
 * | It uses a `Resolver`, because the system's look-up occupies one of Node's four threads until a name server
 * responds, and the owner of the hook may run that name server.
 */
export function publicLookup(resolver: Resolver): Lookup {
  const resolve = callbackify((hostname: string) => publicAddresses(resolver, hostname));
  return (hostname, { all }, answer) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (all || !first) answer(error, addresses ?? []);
      else answer(null, first.address, first.family);
    });
  };
}

/** @throws NoPublicAddress */
async function publicAddresses(resolver: Resolver, hostname: string): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  const addresses = [...found(ipv4, 4), ...found(ipv6, 6)];
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new NoPublicAddress();
  return addresses;
}
