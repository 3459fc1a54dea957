import { connect } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { startNameServer } from '../../../../test/hooks/name-server.js';
import { NoPublicAddress, publicLookup, type Lookup } from './public-lookup.js';

const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];

const found = (lookup: Lookup, name: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      // With `all`, the result is a list.
      if (error) reject(error);
      else resolve((addresses as LookupAddress[]).map(({ address }) => address));
    });
  });

describe('a DNS lookup of a public name', () => {
  it('returns all addresses of both families', async () => {
    await using names = await startNameServer(() => PUBLIC);
    await expect(found(publicLookup(names.resolver), 'crm.example')).resolves.toEqual(PUBLIC);
    expect(names.asked.toSorted()).toEqual(['A crm.example', 'AAAA crm.example']);
  });

  it.each([
    ['one is private', ['93.184.215.14', '10.0.0.1']],
    ['the private one comes first', ['127.0.0.1', '93.184.215.14']],
    ['the other family is private', ['93.184.215.14', '::1']],
    ['the other family leads back', ['93.184.215.14', '64:ff9b::7f00:1']],
    ['all are private', ['192.168.0.1']],
    ['it is a service of the cloud', ['169.254.169.254']],
    ['there are none', []],
  ])('returns no address if %s', async (_, addresses) => {
    await using names = await startNameServer(() => addresses);
    await expect(found(publicLookup(names.resolver), 'two.example')).rejects.toThrow(NoPublicAddress);
  });

  it('gives a connection the addresses that were checked, and does not look them up again', async () => {
    let asked = 0;
    // The first answers are public, later ones are not: a name that changes between check and connect.
    await using names = await startNameServer(() => (asked++ < 2 ? PUBLIC.slice(0, 1) : ['127.0.0.1']));
    const lookup = publicLookup(names.resolver);
    const socket = connect({ host: 'changes.example', port: 443, lookup });
    try {
      const attempt = new Promise<string>((resolve) => socket.once('connectionAttempt', resolve));
      socket.on('error', () => undefined);
      await expect(attempt).resolves.toBe('93.184.215.14');
      expect(names.asked).toHaveLength(2);
    } finally {
      socket.destroy();
    }
    await expect(found(lookup, 'changes.example')).rejects.toThrow(NoPublicAddress);
  });
});
