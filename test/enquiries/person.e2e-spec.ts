import { randomUUID } from 'node:crypto';
import { unseal } from '@app/sql';
import { describe, expect, it } from 'vitest';
import { createAgent, InProcessCommand, specFolder, storeEnvironment, testSettings } from '@testing';
import { ask, askAt, BODY, desk, OTHER, post, query, SHOWN, useEnquiryDesk } from './enquiry-desk.js';

useEnquiryDesk();
const folder = specFolder('person');

const ANN = { name: 'Ann Gone', email: 'Ann.Gone@visitor.example', phone: '+61 (0)412 555 019' };
const BOB = { name: 'Bob Stays', email: 'joann.gone@visitor.example', phone: '0412 555 020' };
const SPELLINGS = ['ann.gone@visitor.example', '412555019', 'ann gone'];

interface Found {
  readonly resource: string;
  readonly [field: string]: unknown;
}

/** Runs `directory person` in this process. */
async function person(...args: string[]) {
  const command = new InProcessCommand(['person', ...args], storeEnvironment(desk.service.store.url), folder);
  const code = await command.ended;
  const { stdout, stderr } = command.printed;
  return { code, stdout, stderr };
}

const find = async (...args: string[]) => {
  const { code, stdout, stderr } = await person('find', ...args);
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line) as Found), stderr };
};

/** All rows of all tables as texts, with decrypted values. */
async function wholeDatabase(): Promise<Map<string, string[]>> {
  const columns = await query<{ table: string; bytes: string[] }>(
    `SELECT table_name AS table, coalesce(array_agg(column_name) FILTER (WHERE data_type = 'bytea'), '{}')::text[] AS bytes
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' GROUP BY table_name`,
  );
  const found = new Map<string, string[]>();
  for (const { table, bytes } of columns) {
    const rows = await query<Record<string, unknown>>(`SELECT *, "${table}"::text AS whole FROM "${table}"`);
    found.set(
      table,
      rows.map((row) => [row['whole'], ...bytes.map((name) => readable(row[name]))].join(' ')),
    );
  }
  return found;
}

function readable(value: unknown): string {
  if (!Buffer.isBuffer(value)) return '';
  try {
    return unseal(value, testSettings);
  } catch {
    return value.toString('latin1');
  }
}

/** The tables with a row that contains one of the texts, in any case, or one of the numbers with any separators. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, rows] of await wholeDatabase()) {
    const has = (row: string) =>
      texts.some((text) => row.toLowerCase().includes(text) || (/^\d+$/.test(text) && digitsOf(row).includes(text)));
    if (rows.some(has)) found.push(table);
  }
  return found.toSorted();
}

const digitsOf = (text: string): string => text.replaceAll(/[\s()+-]/g, '');

/** A hook whose receiver refuses messages, and repeats them in its response. */
async function refusingHook(trigger: string): Promise<void> {
  desk.receiver.behaviour = (response, { body }) => void response.writeHead(500).end(body);
  await desk.service.put(`/api/v1/websites/${desk.main.websiteID}`, {
    hooks: [{ name: '', url: `${desk.receiver.origin}/secret-path`, trigger }],
  });
}

const unhook = () => desk.service.put(`/api/v1/websites/${desk.main.websiteID}`, { hooks: [] });

const waiting = () => query('SELECT FROM hook_messages');
const attempts = () => query('SELECT FROM hook_deliveries');

describe('person', () => {
  it('erases everything of one person, and nothing of others', async () => {
    await refusingHook('enquiry-created');
    const first = await ask(ANN, { key: randomUUID(), as: desk.main });
    const second = await ask({ ...ANN, email: '' }, { key: randomUUID() }, OTHER);
    const other = await ask(BOB, { key: randomUUID(), as: desk.main });
    await expect.poll(waiting).toHaveLength(3);
    await expect.poll(attempts).toHaveLength(3);
    const [{ id: latest } = { id: '0' }] = await query<{ id: string }>(
      'SELECT max(id)::text AS id FROM hook_deliveries',
    );
    await query('UPDATE hook_deliveries SET reply = $2 WHERE id = $1', [latest, `sent to ${ANN.email.toUpperCase()}`]);
    expect(await tablesWith(SPELLINGS)).toEqual([
      'enquiries',
      'hook_deliveries',
      'hook_messages',
      'idempotent_answers',
    ]);

    // The number is in both enquiries, the address only in one.
    const { lines } = await find('0412555019');
    expect(lines.filter(({ resource }) => resource === 'enquiry')).toEqual([
      { resource: 'enquiry', ...first },
      { resource: 'enquiry', ...second },
    ]);
    expect(lines.filter(({ resource }) => resource === 'message')).toMatchObject([
      { enquiryID: first.id, receiver: desk.receiver.origin },
      { enquiryID: second.id },
    ]);
    expect(lines.filter(({ resource }) => resource === 'delivery')).toHaveLength(2);
    expect(lines.filter(({ resource }) => resource === 'stored response')).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toMatch(/secret-path|Bob/);
    const byAddress = await find('ANN.GONE@visitor.example ');
    expect(byAddress.lines.filter(({ resource }) => resource === 'enquiry')).toEqual([
      { resource: 'enquiry', ...first },
    ]);
    expect(byAddress.stderr).toContain(`also name ${ANN.phone}: repeat`);
    expect(byAddress.stderr).toContain(`mention it: ${other.id}.`);

    expect((await person('erase', ANN.email)).code).toBe(2);
    expect(await tablesWith(SPELLINGS)).toContain('enquiries');
    expect(await person('erase', ANN.email, '--yes')).toMatchObject({
      code: 0,
      stdout: 'Deleted: 1 enquiries, 1 messages, 2 deliveries, 1 responses\n',
    });
    expect(await person('erase', '+61 412 555 019', '--yes')).toMatchObject({
      code: 0,
      stdout: 'Deleted: 1 enquiries, 1 messages, 1 deliveries, 1 responses\n',
    });
    // Bob's address contains Ann's.
    const bobs = [BOB.email, '412555020', 'bob stays'];
    expect(await tablesWith(bobs)).toEqual(['enquiries', 'hook_messages', 'idempotent_answers']);
    await query('DELETE FROM enquiries WHERE id = $1', [other.id]);
    expect(await tablesWith(SPELLINGS)).toEqual([]);
    const { body } = await desk.service.get<{ data: object[] }>('/api/v1/audit?resource=enquiry');
    expect(body.data.slice(0, 4)).toMatchObject([
      { action: 'delete', command: 'person erase', resourceID: second.id, websiteID: desk.main.websiteID },
      { resourceID: null, websiteID: null, counts: { enquiries: 1, messages: 1 } },
      { action: 'delete', command: 'person erase', resourceID: first.id, websiteID: desk.main.websiteID },
      { resourceID: null, websiteID: null, counts: { enquiries: 1, deliveries: 2 } },
    ]);
    await unhook();
  });

  it('finds and erases enquiries to agents and accounts, and names those whose address mentions the contact', async () => {
    const { id: agentID } = await createAgent(desk.service, desk.main.websiteID);
    const [agentPath, officePath] = [`/api/v1/agents/${agentID}`, `/api/v1/websites/${desk.main.websiteID}`];
    const appraisal = { kind: 'appraisal', address: '1 High Street, Carlton' };
    const first = await askAt(`${agentPath}/enquiries`, { ...ANN, ...appraisal }, { key: randomUUID() });
    const second = await askAt(`${officePath}/enquiries`, ANN);
    const mention = await askAt(`${officePath}/enquiries`, {
      ...BOB,
      ...appraisal,
      address: `1 A St, ask ${ANN.email}`,
    });
    const { lines, stderr } = await find(ANN.email);
    expect(lines).toMatchObject([
      { resource: 'enquiry', ...first },
      { resource: 'enquiry', ...second },
      { resource: 'stored response' },
    ]);
    expect(lines[0]).toMatchObject({ kind: 'appraisal', agentID, address: appraisal.address });
    expect(stderr).toContain(`mention it: ${mention.id}.`);
    expect((await person('erase', ANN.email, '--yes')).stdout).toBe('Deleted: 2 enquiries, 1 responses\n');
    expect(await query('SELECT id FROM enquiries')).toEqual([{ id: mention.id }]);
  });

  it('erases the saved searches with a reference of one account', async () => {
    const search = { name: 'Flats', query: 'minbedrooms=2', reference: 'visitor-7', notify: ['new'] };
    const key = { 'idempotency-key': randomUUID() };
    await desk.service.post('/api/v1/searches', search, { as: desk.main, headers: key });
    for (const [as, reference] of [
      [desk.main, 'visitor-8'],
      [desk.stranger, 'visitor-7'],
    ] as const)
      await desk.service.post('/api/v1/searches', { ...search, reference }, { as });
    const of = [ANN.email, '--reference', 'visitor-7'];
    expect(await person('find', ...of)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--reference requires/),
    });
    const { lines } = await find(...of, '--website', String(desk.main.websiteID));
    expect(lines).toMatchObject([{ resource: 'search', ...search }, { resource: 'stored response' }]);
    expect(await person('erase', ...of, '--website', String(desk.main.websiteID), '--yes')).toMatchObject({
      stdout: 'Deleted: 1 searches, 1 responses\n',
    });
    expect(await query('SELECT reference FROM searches ORDER BY id')).toEqual([
      { reference: 'visitor-8' },
      { reference: 'visitor-7' },
    ]);
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key['idempotency-key']])).toEqual([]);
    // The search has another reference now; its stored response has the former one.
    const { body } = await desk.service.post<{ search: { id: number } }>(
      '/api/v1/searches',
      { ...search, reference: 'visitor-9' },
      { as: desk.main, headers: key },
    );
    await desk.service.put(`/api/v1/searches/${body.search.id}`, { reference: 'visitor-10' }, { as: desk.main });
    const former = [ANN.email, '--reference', 'visitor-9', '--website', String(desk.main.websiteID), '--yes'];
    expect((await person('erase', ...former)).stdout).toBe('Deleted: 1 responses\n');
    expect(await query('SELECT FROM idempotent_answers WHERE key = $1', [key['idempotency-key']])).toEqual([]);
    expect(await query('SELECT FROM searches')).toHaveLength(3);
  });

  it('reads only the given account, and exits with 0 if nothing was found', async () => {
    const { id } = await ask(ANN);
    const nothing = { code: 0, stdout: 'Nothing was found.\n', stderr: expect.stringContaining('audit_log') };
    const strangers = ['--website', String(desk.stranger.websiteID)];
    expect(await person('erase', ANN.email, '--yes', ...strangers)).toMatchObject(nothing);
    expect(await person('erase', 'nobody@visitor.example', '--yes')).toMatchObject(nothing);
    expect(await query('SELECT id FROM enquiries')).toEqual([{ id }]);
    expect(await query(`SELECT FROM audit_log WHERE command = 'person erase'`)).toEqual([]);
    expect((await person('find', 'Ann')).code).toBe(2);
  });
});

describe('GET /api/v1/enquiries?email=', () => {
  it('finds enquiries of an address in any case, with the rights of the list', async () => {
    const { id } = await ask(ANN);
    await ask(BOB, {}, SHOWN);
    const ids = async (email: string, as = desk.main) =>
      (await desk.service.get<{ data: { id: number }[] }>(`/api/v1/enquiries?email=${email}`, { as })).body.data.map(
        (one) => one.id,
      );
    for (const written of ['ann.gone@visitor.example', '%20ANN.GONE%40VISITOR.EXAMPLE%20'])
      expect(await ids(written)).toEqual([id]);
    expect(await ids('gone@visitor.example')).toEqual([]);
    expect(await ids('ann_gone@visitor.example')).toEqual([]);
    expect(await ids(ANN.email, desk.stranger)).toEqual([]);
    const refused = await desk.service.get('/api/v1/enquiries?email=ann', { as: desk.main });
    expect(refused.status).toBe(400);
    expect((await post(SHOWN, { ...BODY, email: 'ann' })).status).toBe(400);
  });
});
