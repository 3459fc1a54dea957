import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTables, specStore } from '@testing';
import { account, exportedLines, importLines } from '../../../test/support/bundle-lines.js';

const store = specStore();

beforeEach(() => emptyTables(store.dataSource));

const sub = (websiteID: number, mainWebsiteID: number, said: object = {}) =>
  account(websiteID, { subsiteDetails: { mainWebsiteID }, ...said });
const accounts = (...lines: (object | string)[]) => importLines(store.dataSource, { accounts: lines });
const exported = () => exportedLines(store.dataSource, 'accounts');
const mainOf = async () => (await exported()).map(({ websiteID, subsiteDetails }) => [websiteID, subsiteDetails]);

describe('lines of accounts', () => {
  it('may list sub-accounts before their main accounts', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => sub(at + 10, 5_000));
    const { bad, tally } = await accounts(...many, sub(2, 1), account(1), account(5_000));
    expect({ bad, tally }).toEqual({ bad: [], tally: { accounts: { created: 1_503 } } });
    expect(await mainOf()).toContainEqual([2, expect.objectContaining({ mainWebsiteID: 1 })]);
  });

  it('may swap a main account and its sub-account, in either order', async () => {
    for (const turned of [
      [sub(1, 2), account(2)],
      [account(2), sub(1, 2)],
    ]) {
      await emptyTables(store.dataSource);
      await accounts(account(1), sub(2, 1));
      expect(await accounts(...turned)).toMatchObject({ bad: [], tally: { accounts: { updated: 2 } } });
      expect(await mainOf()).toMatchObject([
        [1, { mainWebsiteID: 2 }],
        [2, { mainWebsiteID: null }],
      ]);
    }
  });

  it('restore secrets that requests could no longer set, so that a backup stays usable', async () => {
    const keys = { accessKey: 'short-and-equal', secretKey: 'short-and-equal' };
    expect((await accounts(account(1, keys))).bad).toEqual([]);
    expect(await exported()).toMatchObject([keys]);
  });

  it('are rejected without their main account, and report it once', async () => {
    const { bad, tally } = await accounts(sub(2, 9), sub(3, 3), sub(4, 5), sub(5, 1), account(1));
    expect(bad).toEqual([
      'accounts.ndjson:2: subsiteDetails.mainWebsiteID: must be another account',
      'accounts.ndjson:1: subsiteDetails.mainWebsiteID: must be an account that exists',
      'accounts.ndjson:3: subsiteDetails.mainWebsiteID: must be a primary account without a main account',
    ]);
    expect(tally.accounts).toEqual({ created: 2, rejected: 3 });
  });

  it('keep supplied keys, generate missing ones, and refuse keys in use', async () => {
    const { bad } = await accounts(
      account(1, { accessKey: 'access-key-1', secretKey: 'secret-key-1' }),
      account(2),
      account(3, { accessKey: 'access-key-1' }),
      account(4, { accessKey: 'operator-access-key' }),
    );
    expect(bad).toEqual(['accounts.ndjson:3: accessKey: is in use', 'accounts.ndjson:4: accessKey: is in use']);
    const [first, second] = await exported();
    expect(first).toMatchObject({ accessKey: 'access-key-1', secretKey: 'secret-key-1' });
    expect(second?.accessKey).toMatch(/^adk_\w{49}$/);

    const again = await accounts(
      account(1),
      account(2, { secretKey: 'secret-key-2' }),
      account(3, { accessKey: second?.accessKey }),
    );
    expect(again.tally.accounts).toEqual({ unchanged: 1, updated: 1, rejected: 1 });
    expect(await exported()).toMatchObject([
      { accessKey: 'access-key-1', secretKey: 'secret-key-1' },
      { accessKey: second?.accessKey, secretKey: 'secret-key-2' },
    ]);
  });

  it('replace the stored account; the version increases, and so does the date unless the line has one', async () => {
    await accounts(
      account(1, { about: 'Old', favicon: 'https://old.example/icon', updatedAt: '2020-01-01T00:00:00Z' }),
    );
    const state = () =>
      store.dataSource.query<{ version: number; year: number }[]>(
        `SELECT version, extract(year FROM updated_at)::int AS year FROM accounts`,
      );
    expect(await state()).toEqual([{ version: 1, year: 2020 }]);
    expect((await accounts(account(1, { about: 'Old', favicon: 'https://old.example/icon' }))).tally.accounts).toEqual({
      unchanged: 1,
    });
    expect(await state()).toEqual([{ version: 1, year: 2020 }]);
    await accounts(account(1, { about: 'New' }));
    expect(await state()).toEqual([{ version: 2, year: new Date().getUTCFullYear() }]);
    expect(await exported()).toMatchObject([{ about: 'New', favicon: '' }]);
  });

  it('refuse the _id of another account', async () => {
    const _id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { bad } = await accounts(account(1, { _id: _id.toUpperCase() }), account(2, { _id }));
    expect(bad).toEqual(['accounts.ndjson:2: _id: belongs to another account']);
    expect(await exported()).toMatchObject([{ _id }]);
  });

  it('may repeat fields that only reads show', async () => {
    const { bad } = await accounts(account(1, { hostname: 'elsewhere.example' }));
    expect(bad).toEqual([]);
    expect(await exported()).toMatchObject([{ hostname: 'www.agency-1.example' }]);
  });
});
