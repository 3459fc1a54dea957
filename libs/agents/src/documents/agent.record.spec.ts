import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacters } from '../../../../test/support/any-characters.js';
import { AgentEmail, emailOfAgent, slug } from '../dto/agent.fields.js';
import { draftOfChange, agentRowAfter } from './agent.draft.js';
import { agentRow, emailChange, defaultAgentRecord } from './agent.record.js';
import { slugOf } from '../agent-slugs.repository.js';

const identified = {
  id: 31,
  uid: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 1,
  uniqueListingAgentID: '',
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

describe('slugOf (D19)', () => {
  it.each([
    ['Jane Citizen', 'jane-citizen'],
    ["  Zoë O'Hara-Lee ", 'zoe-ohara-lee'],
    ['安藤 忠雄', '安藤-忠雄'],
    ['?!', 'agent'],
    ['x'.repeat(500), 'x'.repeat(90)],
    [`${'x'.repeat(89)} y`, 'x'.repeat(89)],
  ])('%s', (name, expected) => {
    expect(slugOf(name)).toBe(expected);
  });

  it('returns a slug that an update accepts, also with a number', () => {
    const names = fc.oneof(anyCharacters({ maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(fc.property(names, (name) => slug.accepts(slugOf(name)) && slug.accepts(`${slugOf(name)}-2147483647`)));
  });
});

describe('the e-mail of an agent (D19)', () => {
  it.each<[unknown, boolean]>([
    ['', true],
    ['jane@harbour.example', true],
    [{}, true],
    [{ agency: 'jane@harbour.example', crm: '' }, true],
    [{ crm: null }, true],
    ['jane', false],
    [{ office: '' }, false],
    [{ agency: 5 }, false],
    [[], false],
    [['jane@harbour.example'], false],
    [null, false],
    [7, false],
  ])('%j in an update: %s', (value, expected) => {
    expect(emailOfAgent(AgentEmail).accepts(value)).toBe(expected);
  });

  const current = { ...defaultAgentRecord(), email: { agency: '', crm: 'jc@crm.example' } };

  it.each<[Parameters<typeof emailChange>[0], unknown]>([
    [undefined, undefined],
    [null, null],
    ['jc@crm.example', undefined],
    ['new@harbour.example', { agency: 'new@harbour.example' }],
    [{ agency: 'a@b.example' } as never, { agency: 'a@b.example' }],
  ])('turns %j into the change %j', (email, change) => {
    expect(emailChange(email, current)).toEqual(change);
  });

  it('is shown in reads as the agency address, or the crm address if that is empty', () => {
    const shown = (agency: string, crm: string) =>
      (JSON.parse(agentRow(identified, { ...defaultAgentRecord(), email: { agency, crm } }).item) as { email: string })
        .email;
    expect([shown('a@b.example', 'c@d.example'), shown('', 'c@d.example'), shown('', '')]).toEqual([
      'a@b.example',
      'c@d.example',
      '',
    ]);
  });
});

describe('the id of a person in feeds', () => {
  const before = agentRow({ ...identified, uniqueListingAgentID: 'P1' }, { ...defaultAgentRecord(), websiteID: 12 });
  const after = (fields: object, person?: string) =>
    agentRowAfter(draftOfChange(before, { fields, uniqueListingAgentID: person }), before, 'jane', new Date(0));

  it('is kept unless it is supplied or the agent moves to another account', () => {
    expect(after({ name: 'Jane' }).uniqueListingAgentID).toBe('P1');
    expect(after({ name: 'Jane' }, 'P2').uniqueListingAgentID).toBe('P2');
    expect(after({ websiteID: 13 }).uniqueListingAgentID).toBe('');
    expect(after({ websiteID: 13 }, 'P2').uniqueListingAgentID).toBe('P2');
  });
});
