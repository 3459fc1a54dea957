import { describe, expect, it } from 'vitest';
import type { Caller } from './caller.js';
import { ensureMayCreate, ensureMayCreateAny, ensureMayWrite, mayWrite, viewerOf } from './rights.js';
import type { CallerScope } from './dto/auth.kinds.js';

const operator: Caller = { role: 'operator', scope: 'full' };
const account = (websiteID: number, mainWebsiteID: number | null = null, scope: CallerScope = 'full'): Caller => ({
  role: 'account',
  scope,
  credential: 1,
  websiteID,
  name: '',
  type: mainWebsiteID === null ? 'primary-account' : 'sub-account',
  mainWebsiteID,
});

describe('mayWrite (D12)', () => {
  it.each<[string, Caller, number, number | null, boolean]>([
    ['the operator, anything', operator, 1, null, true],
    ['an account, itself', account(1), 1, null, true],
    ['a main account, its sub-account', account(1), 2, 1, true],
    ['an account, another', account(1), 2, null, false],
    ['an account, the sub-account of another', account(1), 2, 3, false],
    ['a sub-account, itself', account(2, 1), 2, 1, true],
    ['a sub-account, its main', account(2, 1), 1, null, false],
    ['a sub-account, its sibling', account(2, 1), 3, 1, false],
  ])('%s', (_, caller, websiteID, mainWebsiteID, expected) => {
    expect(mayWrite(caller, { websiteID, mainWebsiteID })).toBe(expected);
    const ensure = () => ensureMayWrite(caller, { websiteID, mainWebsiteID });
    if (expected) expect(ensure).not.toThrow();
    else expect(ensure).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

describe('ensureMayCreate (D12)', () => {
  it.each<[string, Caller, string, number | null, boolean]>([
    ['the operator, a primary account', operator, 'primary-account', null, true],
    ['the operator, a sub-account', operator, 'sub-account', 5, true],
    ['a primary account, its own sub-account', account(1), 'sub-account', 1, true],
    ['a primary account, a sub-account of another', account(1), 'sub-account', 2, false],
    ['a primary account, a primary one', account(1), 'primary-account', null, false],
    ['a primary account, a primary one under itself', account(1), 'primary-account', 1, false],
    ['a sub-account, a sub-account of itself', account(2, 1), 'sub-account', 2, false],
    ['a sub-account, a sub-account of its main', account(2, 1), 'sub-account', 1, false],
  ])('%s', (_, caller, type, mainWebsiteID, expected) => {
    const ensure = () => ensureMayCreate(caller, { type, mainWebsiteID });
    if (expected) expect(ensure).not.toThrow();
    else expect(ensure).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

describe.each(['read', 'public'] as const)('a credential of the scope %s (B20)', (scope) => {
  const caller = account(1, null, scope);
  const forbidden = expect.objectContaining({ code: 'FORBIDDEN', detail: expect.stringContaining(scope) as string });

  it('writes nothing of its account, and creates none', () => {
    expect(mayWrite(caller, { websiteID: 1, mainWebsiteID: null })).toBe(false);
    expect(() => ensureMayWrite(caller, { websiteID: 1, mainWebsiteID: null })).toThrow(forbidden);
    expect(() => ensureMayCreate(caller, { type: 'sub-account', mainWebsiteID: 1 })).toThrow(forbidden);
    expect(() => ensureMayCreateAny(caller)).toThrow(forbidden);
  });
});

it.each([
  ['full', { isOperator: false, ownID: 1 }],
  ['read', { isOperator: false, ownID: 1 }],
  ['public', { isOperator: false }],
] as const)('lines and documents for the scope %s are those for %j (B51)', (scope, viewer) => {
  expect(viewerOf(account(1, null, scope))).toEqual(viewer);
});
