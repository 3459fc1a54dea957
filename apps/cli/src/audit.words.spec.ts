import { describe, expect, it } from 'vitest';
import { auditWords } from './audit.words.js';

const at = '2026-03-07T22:30:00.000Z';
const nothing = {
  id: 1,
  at,
  resourceID: null,
  websiteID: null,
  formerWebsiteID: null,
  paths: [],
  counts: null,
  authorWebsiteID: null,
  credential: null,
  credentialLabel: null,
  address: null,
  requestId: null,
  command: null,
};

describe('auditWords', () => {
  it('says what an account has done by a request', () => {
    const by = { role: 'account', authorWebsiteID: 12, credential: 31, address: '203.0.113.7', requestId: 'request-1' };
    const entry = { ...nothing, ...by, action: 'update', resource: 'agent', resourceID: 5, websiteID: 12 };
    expect(auditWords({ ...entry, paths: ['name', 'email.crm'] })).toBe(
      `${at} update agent 5 of account 12 (name, email.crm) by account 12, credential 31, from 203.0.113.7, request request-1`,
    );
  });

  it('names a pair of the operator', () => {
    const by = {
      role: 'operator',
      credential: 32,
      credentialLabel: 'Portal',
      address: '203.0.113.7',
      requestId: 'request-1',
    };
    expect(auditWords({ ...nothing, ...by, action: 'create', resource: 'account', resourceID: 12 })).toBe(
      `${at} create account 12 by the operator, credential 32 (Portal), from 203.0.113.7, request request-1`,
    );
  });

  it('says what a command has done, in numbers', () => {
    const entry = { ...nothing, role: 'operator', command: 'import', action: 'import', resource: 'listing' };
    expect(auditWords({ ...entry, counts: { created: 7, updated: 0, rejected: 1 } })).toBe(
      `${at} import listing: 7 created, 1 rejected by the operator, command import`,
    );
  });
});
