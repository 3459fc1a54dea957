import type { Resolver } from 'node:dns/promises';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { callbackify } from 'node:util';
import { isPublicAddress } from '@app/accounts';

/** The host of a hook has no address that a hook may be sent to. */
export class NoPublicAddress extends Error {}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** What `net.connect` takes as `lookup`: it connects to the very addresses that this answers. */
export type Lookup = (hostname: string, options: LookupOptions, answer: Answer) => void;

/**
 * A look-up of public names: all addresses of a name must be public, and are then those that are connected to. A name
 * without addresses and one with an address inside the own network fail alike, so that nobody learns which names there are.
 *
 * By a `Resolver`, not by the system: that occupies one of Node's four threads until a name server answers, and the name
 * server may be the owner's of the hook.
 */
export function publicLookup(resolver: Resolver): Lookup {
  const judged = callbackify((hostname: string) => publicAddresses(resolver, hostname));
  return (hostname, { all }, answer) => {
    judged(hostname, (error, addresses) => {
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
