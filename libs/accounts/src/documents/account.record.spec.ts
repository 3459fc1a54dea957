import { describe, expect, it } from 'vitest';
import { accessKey, slugTemplate } from '../dto/account.kinds.js';
import type { AccountRecord } from './account.documents.js';
import { accountRow, defaultAccountRecord, settleAddress } from './account.record.js';

const identified = {
  id: 12,
  uid: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  suburbId: null,
};

const rowOf = (fields: Partial<AccountRecord>) =>
  accountRow(
    identified,
    settleAddress(undefined, { ...defaultAccountRecord(), name: 'Name', link: 'https://x.example', ...fields }),
  );

describe('accountRow', () => {
  it.each([
    ['https://WWW.Harbour.Example/home', 'www.harbour.example', 'harbour'],
    ['https://harbour.example:8080', 'harbour.example', 'harbour'],
    ['http://app.www.harbour.example', 'app.www.harbour.example', 'app'],
    ['https://bücher.example', 'xn--bcher-kva.example', 'xn--bcher-kva'],
    ['https://www', 'www', ''],
  ])('%s: stores the host name, and its first label that is not www (D14)', (link, hostname, folderName) => {
    const row = rowOf({ link });
    expect(row.hostname).toBe(hostname);
    expect(row.search.split('\n')).toEqual(['name', link.toLowerCase().replace('ü', 'u'), hostname, folderName, '']);
  });

  it('includes the address in the searched text', () => {
    const { address } = defaultAccountRecord();
    const row = rowOf({ address: { ...address, street: 'Main Road', suburb: 'Richmond' } });
    expect([row.fullAddress, row.search.split('\n')[4]]).toEqual(['main road, richmond', 'main road, richmond']);
  });

  it('stores slug templates only while they are enabled (D29)', () => {
    const slugs = [{ listingType: 'rental', slug: '/rent/{uniqueID}' }];
    expect(rowOf({ slugs }).slugTemplates).toEqual({});
    expect(rowOf({ slugs, enabledSlug: true }).slugTemplates).toEqual({ rental: '/rent/{uniqueID}' });
  });

  it('stores neither key in any document: keys have their own rows (D13)', () => {
    expect(JSON.stringify(rowOf({}))).not.toMatch(/accessKey|secretKey/);
  });
});

describe('the kinds of an account', () => {
  it.each([
    ['', true],
    ['12345678', true],
    ['!~'.repeat(100), true],
    ['1234567', false],
    ['has space', false],
    ['line\nbreak', false],
    ['ünicode-key', false],
    ['x'.repeat(201), false],
  ])('accessKey %j: %s', (value, expected) => {
    expect(accessKey.accepts(value)).toBe(expected);
  });

  it.each([
    ['', true],
    ['/', true],
    ['/buy/{category}/{address.state}/{address.suburb}/{uniqueID}', true],
    ['/{price}', false],
    ['/{}', false],
    ['buy/{uniqueID}', false],
    ['/line\nbreak', false],
    ['/\0', false],
    [`/${'x'.repeat(500)}`, false],
  ])('slugTemplate %j: %s', (value, expected) => {
    expect(slugTemplate.accepts(value)).toBe(expected);
  });
});
