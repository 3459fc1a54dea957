import type { Caller } from '@app/auth';
import { readQuery, where } from '@app/lists';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountTexts, hostnameOf, type AccountRecord } from './account.documents.js';
import { AccountsQuery, officeWithin } from './account.filters.js';
import { submittedSecret } from './account.kinds.js';
import { newAccountRecord } from './account.record.js';
import { ensureKeysDiffer, ensureOwnStanding, maySeeSecret } from './account.rules.js';
import { MAIN, Standings, typeBy } from './account.standing.js';
import type { AccountEntity } from './entities/account.entity.js';

const UID = '01890a5d-ac96-774b-bcce-b302099a8057';

const entity = (id: number, mainWebsiteId: number | null = null, more: Partial<AccountEntity> = {}): AccountEntity =>
  ({ id, type: typeBy(mainWebsiteId), mainWebsiteId, status: true, ...more }) as AccountEntity; // the columns that are asked for

const record = (more: Partial<AccountRecord> = {}): AccountRecord => ({
  ...newAccountRecord(),
  name: 'Harbour',
  link: 'https://harbour.example',
  ...more,
});

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

describe('the place of an account (D16)', () => {
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
    new Standings(stored, subs).faultsOf(placed(...standing));

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
  ])('%s: its faults', (_, standing, fields) => {
    expect(faultsOf(...standing).map(({ field }) => field)).toEqual(fields);
  });

  it('names the sub-accounts that are in the way', () => {
    expect(faultsOf('sub-account', 1, 4)).toMatchObject([{ reason: expect.stringContaining('7, 8') as string }]);
  });

  it('may be mended by others, but for the type and an account below itself', () => {
    const isEarly = (...standing: Parameters<typeof placed>) =>
      faultsOf(...standing).map(({ early }) => early === true);
    expect(isEarly('primary-account', 9, 4)).toEqual([false, true, true]);
    expect(isEarly('sub-account', 6)).toEqual([false]);
  });

  it('counts for the accounts after it', () => {
    const standings = new Standings(stored, subs);
    standings.set(placed('primary-account', null, 9));
    expect(standings.faultsOf(placed('sub-account', 9))).toEqual([]);
    for (const id of [7, 8]) standings.set(placed('primary-account', null, id));
    expect(standings.faultsOf(placed('sub-account', 9, 4))).toEqual([]);
  });
});

describe('what an account may change of its own standing (D12)', () => {
  const own = entity(5);
  const sub = entity(6, 5);
  const after = (account: AccountEntity, more: Partial<AccountRecord> = {}) =>
    record({
      type: account.type,
      status: account.status,
      subsiteDetails: { ...record().subsiteDetails, mainWebsiteID: account.mainWebsiteId },
      ...more,
    });
  const below = (mainWebsiteID: number | null) => ({
    subsiteDetails: { ...record().subsiteDetails, mainWebsiteID },
  });

  it.each<[string, Caller, AccountEntity, AccountRecord, boolean]>([
    ['its name', caller(5), own, after(own, { name: 'Other' }), true],
    ['its type', caller(5), own, after(own, { type: 'sub-account' }), false],
    ['its status', caller(5), own, after(own, { status: false }), false],
    ['its main account', caller(5), own, after(own, below(9)), false],
    ['that of a sub-account: its status', caller(5), sub, after(sub, { status: false }), true],
    ['that of a sub-account: set it free', caller(5), sub, after(sub, below(null)), false],
    ['that of a sub-account: give it away', caller(5), sub, after(sub, below(9)), false],
    ['that of a stranger', caller(7), sub, after(sub), false],
    ['anything, as the operator', operator, own, after(own, { status: false, ...below(9) }), true],
  ])('%s', (_, who, before, then, allowed) => {
    const check = () => ensureOwnStanding(who, before, then);
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
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
  ])('may not be equal: %j names the field that was sent', (submitted, field) => {
    expect(() => ensureKeysDiffer(undefined, same, submitted)).toThrow(
      expect.objectContaining({ extras: { errors: [expect.objectContaining({ field })] } }),
    );
  });

  it('may be equal where both stay', () => {
    expect(() => ensureKeysDiffer(same, same, same)).not.toThrow();
  });

  it('may differ by case alone', () => {
    expect(() => ensureKeysDiffer(undefined, { accessKey: 'abcdefgh', secretKey: 'ABCDEFGH' }, {})).not.toThrow();
  });

  it.each([
    [operator, {}, true],
    [caller(5), {}, true],
    [caller(1), {}, false],
    [caller(1), { secretKey: 'new' }, true],
    [caller(1), { secretKey: null }, true],
  ])('are shown after an update to %j, who sent %j: %s', (who, submitted, shown) => {
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
  ])('a secret %j may be sent: %s', (secret, accepted) => {
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
    // What has no form as a host name stays as it is written.
    ['http://256.256.256.256/x', '256.256.256.256'],
    ['http://[nonsense]:80', '[nonsense]'],
    [`https://${'a'.repeat(300)}/x`, 'a'.repeat(300)],
    ['', ''],
    ['no link', ''],
  ])('%s is %s', (link, hostname) => {
    expect(hostnameOf(link)).toBe(hostname);
  });

  it('never throws and has no path', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (link) => {
        const hostname = hostnameOf(link);
        return hostname !== '' && !/[/?#]/.test(hostname);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the documents of an account', () => {
  const texts = accountTexts({ id: 12, uid: UID, record: record({ about: 'Since 1987', type: 'sub-account' }) });
  const shown = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, JSON.parse(text) as Record<string, unknown>]),
  );

  it('hold no key, and nothing that only the account itself may see', () => {
    for (const document of Object.values(shown))
      expect(Object.keys(document)).not.toEqual(expect.arrayContaining(['accessKey', 'secretKey', 'hooks', 'slugs']));
  });

  it('have the id, the host and the defaults', () => {
    expect(shown['item']).toMatchObject({ websiteID: 12, hostname: 'harbour.example', isWebsiteClient: false });
    expect(shown['detail']).toMatchObject({ ...shown['item'], about: 'Since 1987', type: 'sub-account' });
    expect(shown['listingSummary']).toMatchObject({ websiteID: 12, type: 'sub-account' });
    expect(shown['agentSummary']).toMatchObject({ websiteID: 12, hostname: 'harbour.example' });
  });
});

describe('what the list of accounts takes', () => {
  const conditionOf = (raw: Record<string, string>) => where(readQuery(AccountsQuery, raw));

  it('finds every word, in any order', () => {
    const { text, values } = conditionOf({ s: ' Main   50% road ' });
    expect(values).toEqual(['%main%', '%50\\%%', '%road%']);
    expect(text.match(/account\.search LIKE/g)).toHaveLength(3);
  });

  it.each([
    ['forsale', '(account.has_for_sale)'],
    ['FORRENT', '(account.has_for_rent)'],
    ['both', '(account.has_for_sale AND account.has_for_rent)'],
  ])('type %s', (type, text) => {
    expect(conditionOf({ type }).text).toBe(text);
  });

  it.each([
    ['live', true],
    ['Active', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('status %s is %s', (status, value) => {
    expect(conditionOf({ status }).values).toEqual([value]);
  });

  it('is of the office alone, not of the suburbs around it', () => {
    expect(officeWithin(readQuery(AccountsQuery, {})).condition).toBeUndefined();
    const { text = '' } = officeWithin(readQuery(AccountsQuery, { suburb: 'Richmond' })).condition ?? {};
    expect(text).toContain('account.suburb_id = ANY(ARRAY(');
    expect(text).not.toContain('surrounding_suburbs');
  });
});
