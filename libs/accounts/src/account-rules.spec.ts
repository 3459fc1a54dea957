import type { Caller } from '@app/auth';
import { readQuery } from '@app/lists';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostnameOf } from './documents/account-hostname.js';
import { AccountsQuery, matchesAccount } from './filters/account.filters.js';
import { submittedSecret } from './dto/account.kinds.js';
import { equalKeyFaults, maySeeSecret } from './account.rules.js';
import { MAIN, AccountHierarchy, typeBy } from './account.hierarchy.js';
import type { AccountEntity } from './entities/account.entity.js';

const entity = (id: number, mainWebsiteId: number | null = null, more: Partial<AccountEntity> = {}): AccountEntity =>
  ({ id, type: typeBy(mainWebsiteId), mainWebsiteId, status: true, ...more }) as AccountEntity; // only the columns that the rules read

const caller = (websiteID: number): Caller => ({
  role: 'account',
  scope: 'full',
  credential: 1,
  websiteID,
  name: 'Harbour',
  type: 'primary-account',
  mainWebsiteID: null,
});

const operator: Caller = { role: 'operator', scope: 'full' };

describe('the type and the main account of an account (D16)', () => {
  const placed = (type: string, mainWebsiteID: number | null, id = 6) => ({ id, type, mainWebsiteID });
  const stored = [
    entity(1),
    entity(2, 1),
    entity(3, null, { type: 'sub-account' }),
    entity(4),
    entity(7, 4),
    entity(8, 4),
  ];
  const subs = [7, 8].map((id) => ({ id, main: 4 }));
  const faultsOf = (...standing: Parameters<typeof placed>) =>
    new AccountHierarchy(stored, subs).faultsOf(placed(...standing));

  it.each<[string, Parameters<typeof placed>, string[]]>([
    ['a primary account', ['primary-account', null], []],
    ['a sub-account', ['sub-account', 1], []],
    ['a sub-account without a main account', ['sub-account', null], ['type']],
    ['a primary account with one', ['primary-account', 1], ['type']],
    ['an account below itself', ['sub-account', 6], [MAIN]],
    ['a main account that does not exist', ['sub-account', 9], [MAIN]],
    ['a main account that is a sub-account', ['sub-account', 2], [MAIN]],
    ['a main account of the wrong type', ['sub-account', 3], [MAIN]],
    ['sub-accounts below a sub-account', ['sub-account', 1, 4], [MAIN]],
    ['everything wrong', ['primary-account', 9, 4], ['type', MAIN, MAIN]],
    ['sub-accounts below a primary account', ['primary-account', null, 4], []],
    ['one that it keeps, whatever it is', ['sub-account', null, 3], []],
  ])('%s: the faults are reported', (_, standing, fields) => {
    expect(faultsOf(...standing).map(({ field }) => field)).toEqual(fields);
  });

  it('are refused with the ids of the sub-accounts that prevent them', () => {
    expect(faultsOf('sub-account', 1, 4)).toMatchObject([{ reason: expect.stringContaining('7, 8') as string }]);
  });

  it('are checked before the other accounts only where no other account can resolve the fault', () => {
    const isEarly = (...standing: Parameters<typeof placed>) =>
      faultsOf(...standing).map(({ early }) => early === true);
    expect(isEarly('primary-account', 9, 4)).toEqual([false, true, true]);
    expect(isEarly('sub-account', 6)).toEqual([false]);
  });

  it('of earlier accounts count for later ones', () => {
    const hierarchy = new AccountHierarchy(stored, subs);
    hierarchy.set(placed('primary-account', null, 9));
    expect(hierarchy.faultsOf(placed('sub-account', 9))).toEqual([]);
    for (const id of [7, 8]) hierarchy.set(placed('primary-account', null, id));
    expect(hierarchy.faultsOf(placed('sub-account', 9, 4))).toEqual([]);
  });
});

describe('the keys of an account (B19)', () => {
  const same = { accessKey: 'x'.repeat(24), secretKey: 'x'.repeat(24) };

  it.each([
    [{ secretKey: same.secretKey }, 'secretKey'],
    [{ accessKey: same.accessKey }, 'accessKey'],
    [same, 'secretKey'],
    [{ accessKey: same.accessKey, secretKey: '' }, 'accessKey'],
    [{ secretKey: null }, 'accessKey'],
  ])('may not be equal: %j reports the field that was sent', (submitted, field) => {
    expect(equalKeyFaults(undefined, same, submitted)).toEqual([expect.objectContaining({ field })]);
  });

  it('may stay equal if neither changes', () => {
    expect(equalKeyFaults(same, same, same)).toEqual([]);
  });

  it('may differ only in case', () => {
    expect(equalKeyFaults(undefined, { accessKey: 'abcdefgh', secretKey: 'ABCDEFGH' }, {})).toEqual([]);
  });

  it.each([
    [operator, {}, true],
    [caller(5), {}, true],
    [caller(1), {}, false],
    [caller(1), { secretKey: 'new' }, true],
    [caller(1), { secretKey: null }, true],
  ])('are shown after an update to %j with %j: %s', (who, submitted, shown) => {
    expect(maySeeSecret(who, entity(5, 1), submitted)).toBe(shown);
  });

  it.each([
    ['', true],
    ['x'.repeat(24), true],
    ['~'.repeat(200), true],
    ['x'.repeat(23), false],
    ['x'.repeat(201), false],
    [`${'x'.repeat(24)} `, false],
    [`${'x'.repeat(24)}\n`, false],
    [`${'x'.repeat(23)}é`, false],
    [null, false],
  ])('are accepted as secret %j: %s', (secret, accepted) => {
    expect(submittedSecret.accepts(secret)).toBe(accepted);
  });
});

describe('the host of a link (D14)', () => {
  it.each([
    ['https://www.harbour.example/home?a#b', 'www.harbour.example'],
    ['HTTPS://WWW.Harbour.Example', 'www.harbour.example'],
    ['https://user:pass@harbour.example:8443/', 'harbour.example'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://[2001:DB8::1]:80/', '[2001:db8::1]'],
    ['http://127.1', '127.0.0.1'],
    // Text that is no valid host name stays as written.
    ['http://256.256.256.256/x', '256.256.256.256'],
    ['http://[nonsense]:80', '[nonsense]'],
    [`https://${'a'.repeat(300)}/x`, 'a'.repeat(300)],
    ['', ''],
    ['no link', ''],
  ])('%s is %s', (link, hostname) => {
    expect(hostnameOf(link)).toBe(hostname);
  });

  it('is never empty and has no path, whatever the URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (link) => {
        const hostname = hostnameOf(link);
        return hostname !== '' && !/[/?#]/.test(hostname);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the location filters of the list of accounts', () => {
  const textOf = (query: object) => matchesAccount(readQuery(AccountsQuery, { ...query })).text;

  it('find accounts by the suburb of their office, with surrounding suburbs only if asked for', () => {
    expect(textOf({})).toBe('TRUE');
    expect(textOf({ suburb: 'Richmond' })).toContain('account.suburb_id = ANY(ARRAY(');
    expect(textOf({ suburb: 'Richmond' })).not.toContain('surrounding_suburbs');
    expect(textOf({ suburb: 'Richmond', surroundingsuburb: 'true' })).toContain('surrounding_suburbs');
  });
});
