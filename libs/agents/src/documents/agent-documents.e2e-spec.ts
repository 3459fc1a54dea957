import { SqlExecutor, sql } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servicesOn, specStore } from '@testing';
import { agentTexts, type AgentSource } from './agent.documents.js';
import type { AgentFields } from '../dto/agent.fields.js';
import { agentRow, defaultAgentRecord } from './agent.record.js';
import { lockSlugs, newSlugs, slugKey } from '../agent-slugs.repository.js';
import { AgentEntity } from '../entities/agent.entity.js';

const record = (more: Partial<AgentFields> = {}): AgentFields => ({
  ...defaultAgentRecord(),
  websiteID: 12,
  name: 'Jane "J" Citizen',
  firstname: 'Jane',
  lastname: 'Citizen',
  slug: 'jane-citizen',
  biography: 'Line one\nLine "two"',
  ...more,
});

const source = (more: Partial<AgentSource> = {}): AgentSource => ({
  id: 31,
  uid: '01890a5d-ac96-774b-bcce-b302099a8057',
  record: record(),
  createdAt: new Date(0),
  updatedAt: '2026-03-07T22:30:00.000Z',
  ...more,
});

const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('the documents of an agent', () => {
  it('have dates in UTC, in whatever zone they were supplied', () => {
    const texts = agentTexts(source({ createdAt: '2026-03-08T09:30:00+11:00' }));
    expect(parsed(texts.item)).toMatchObject({
      createdAt: '2026-03-07T22:30:00.000Z',
      updatedAt: '2026-03-07T22:30:00.000Z',
    });
  });
});

describe('agents in the store', () => {
  const store = specStore();
  let executor: SqlExecutor;

  beforeAll(async () => {
    executor = SqlExecutor.of(store.dataSource);
    const value = { websiteID: 12, name: 'Harbour', link: 'https://harbour.example' };
    async function* open() {
      yield { lines: [{ line: 1, value }], read: 1 };
    }
    await servicesOn(store.dataSource).importer.import([{ name: 'accounts', kind: 'accounts', open }]);
  });

  beforeEach(() => executor.execute(sql`TRUNCATE agents CASCADE`));

  /** Stores agents with these slugs, numbered from 1. */
  async function storeAgents(...slugs: string[]): Promise<void> {
    for (const [at, taken] of slugs.entries()) await insert(executor, at + 1, record({ slug: taken }));
  }

  async function insert(within: SqlExecutor, id: number, fields: AgentFields): Promise<void> {
    const now = new Date(0);
    const row = agentRow(
      { id, uid: uuidv7(), version: 1, uniqueListingAgentID: '', createdAt: now, updatedAt: now },
      fields,
    );
    await within.manager.save(AgentEntity, row);
  }

  it('get a slug that is free in their account (D19)', async () => {
    await storeAgents('jane-citizen', 'jane-citizen-2', 'jane-citizen-4', 'john');
    const { websiteID } = record();
    const names = [
      'Jane Citizen',
      'JANE  citizen',
      'John',
      'John 2',
      '?',
      'Ann',
      ...Array.from('123456789', () => 'Sue'),
    ];
    const agents = names.map((name, at) => ({ id: 100 + at, websiteID, name }));
    const reserved = ['ann', 'john-3'].map((slug) => slugKey(websiteID, slug));
    const stranger = { id: 200, websiteID: websiteID + 1, name: 'Jane Citizen' };
    expect(await newSlugs(executor, [...agents, stranger], reserved)).toEqual([
      'jane-citizen-3',
      'jane-citizen-5',
      'john-2',
      'john-2-2',
      'agent',
      'ann-2',
      'sue',
      'sue-2',
      'sue-3',
      'sue-4',
      'sue-5',
      'sue-6',
      'sue-7',
      'sue-8',
      'sue-9',
      'jane-citizen',
    ]);
    const tenth = names.map((_, at) => ({ id: 300 + at, websiteID, name: 'Jo' }));
    expect((await newSlugs(executor, tenth)).slice(8, 11)).toEqual(['jo-9', 'jo-309', 'jo-310']);
  });

  it('get different slugs if they are created at the same time', async () => {
    const { websiteID } = record();
    const insertOne = (id: number) =>
      executor.transaction(async (within) => {
        await lockSlugs(within, [websiteID]);
        const [free = ''] = await newSlugs(within, [{ id, websiteID, name: 'Jane Citizen' }]);
        await insert(within, id, record({ slug: free }));
        return free;
      });
    const slugs = await Promise.all([1, 2, 3, 4].map(insertOne));
    expect(slugs.sort()).toEqual(['jane-citizen', 'jane-citizen-2', 'jane-citizen-3', 'jane-citizen-4']);
  });
});
