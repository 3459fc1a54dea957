import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReaxmlExporter } from '@app/feeds';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type AccountAnswer,
  createAccount,
  createAgent,
  createSubAccount,
  exchange,
  type Keys,
  listingLine,
  type ListingLine,
  operator,
  seed,
  specFolder,
  specService,
  storeCredential,
} from '@testing';

const service = specService();
const folder = specFolder('reaxml-export');
let agency: AccountAnswer;
let own: Keys;
let agent: { readonly id: number };

const line = (uniqueID: string, more: Partial<ListingLine> = {}): ListingLine =>
  listingLine(agency.websiteID, {
    uniqueID,
    address: { streetNumber: uniqueID.slice(1), street: 'Quay St', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
    price: { value: 700_000, display: false },
    ...more,
  });

beforeAll(async () => {
  agency = await createAccount(service);
  own = await storeCredential(service, agency, 'full');
  agent = await createAgent(service, agency.websiteID);
  const lines = ['A1', 'A2', 'A3', 'A4', 'A5'].map((uniqueID) => line(uniqueID));
  await seed(service, { listings: [...lines, line('A6', { agents: [{ id: agent.id }] })] });
  await seed(service, { listings: [listingLine((await createAccount(service)).websiteID, { uniqueID: 'B1' })] });
});

const ask = (query: string, as: Keys) =>
  exchange(`${service.address}/api/v1/export/listings.xml?${query}`, {
    method: 'GET',
    headers: { 'x-access-key': as.accessKey, 'x-secret-key': as.secretKey },
  });

async function exported(query = '', as: Keys = own) {
  const { status, headers, text } = await ask(`websiteID=${agency.websiteID}${query}`, as);
  expect({ query, status }).toEqual({ query, status: 200 });
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  return { xml: text, cursor: headers.get('changes-cursor') ?? '' };
}

/** A cursor after all writes. Open transactions of other databases of the server hold it back. */
const cursorOfNow = () =>
  vi.waitFor(
    async () => {
      const { cursor } = await exported();
      expect(listed((await exported(`&since=${cursor}`)).xml)).toEqual([]);
      return cursor;
    },
    { timeout: 20_000 },
  );

/** The listings of a document, with their status. */
const listed = (xml: string): string[] =>
  [...xml.matchAll(/<residential[^>]* status="(\w+)">.*?<uniqueID>(\w+)<\/uniqueID>.*?<\/residential>/gs)]
    .map(([, status, uniqueID]) => `${uniqueID} ${status}`)
    .toSorted();

const dateless = (xml: string): string => xml.replace(/ date="[^"]*"/, '');

describe('GET /export/listings.xml (B62)', () => {
  it('equals the output of the command', async () => {
    const path = join(folder, 'listings.xml');
    await service.app.get(ReaxmlExporter, { strict: false }).export(agency.websiteID, path);
    const { xml } = await exported();
    expect(dateless(xml)).toBe(dateless(await readFile(path, 'utf8')));
    expect(listed(xml)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'].map((id) => `${id} current`));
    expect(xml).toContain('<price display="no">700000</price>');
    expect(listed((await exported('&uniqueIDs=A2,A3,B1')).xml)).toEqual(['A2 current', 'A3 current']);
  });

  it('contains the changes after a cursor, and the deleted listings', async () => {
    const cursor = await cursorOfNow();
    const { dataSource } = service.store;
    await seed(service, { listings: [line('A1', { headline: 'New' }), line('A2', { status: 'sold' }), line('A7')] });
    await dataSource.query(`DELETE FROM listings WHERE unique_id = 'A3'`);
    await dataSource.query(`UPDATE listings SET website_id = website_id + 1 WHERE unique_id = 'A5'`);
    const changed = ['A1 current', 'A2 sold', 'A3 deleted', 'A5 deleted', 'A7 current'];
    expect(listed((await exported(`&since=${cursor}`)).xml)).toEqual(changed);
    const { xml } = await exported(`&since=${cursor}&revision=r1.61`);
    expect(xml).toContain('<!-- REAXML r1.61 -->');
    expect(listed(xml)).toEqual(changed.map((one) => one.replace('deleted', 'withdrawn')));
    expect(listed((await exported(`&since=${cursor}&status=current`)).xml)).toContain('A2 deleted');
    const after = await cursorOfNow();
    expect((await service.put(`/api/v1/agents/${agent.id}`, { name: 'Another Name' })).status).toBe(200);
    expect(listed((await exported(`&since=${after}`)).xml)).toEqual(['A6 current']);
  });

  it('expires cursors if deleted listings can no longer be reported', async () => {
    const cursor = await cursorOfNow();
    const { dataSource } = service.store;
    await seed(service, { listings: Array.from({ length: 501 }, (_, at) => line(`C${at}`)) });
    expect(listed((await exported(`&since=${cursor}`)).xml)).toHaveLength(501);
    await dataSource.query(`DELETE FROM listings WHERE unique_id LIKE 'C%'`);
    const { status, headers } = await service.get(
      `/api/v1/export/listings.xml?websiteID=${agency.websiteID}&since=${cursor}`,
    );
    expect([status, headers.get('link')]).toEqual([410, '</api/v1/export/listings.xml>; rel="resync"']);
  });

  it('is forbidden to keys that may not read hidden fields', async () => {
    const statusFor = async (as: Keys, query = `websiteID=${agency.websiteID}`) => (await ask(query, as)).status;
    const sub = await createSubAccount(service, agency);
    expect(await statusFor(own, `websiteID=${sub.websiteID}`)).toBe(200);
    expect(await statusFor(operator)).toBe(200);
    const other = await createAccount(service);
    for (const as of [
      await storeCredential(service, agency, 'read'),
      await storeCredential(service, agency, 'public'),
      await storeCredential(service, other, 'full'),
      await storeCredential(service, sub, 'full'),
    ])
      expect(await statusFor(as)).toBe(403);
    expect(await statusFor(own, 'websiteID=999999')).toBe(403);
    expect(await statusFor(operator, 'websiteID=999999')).toBe(404);
    expect(await statusFor(operator, '')).toBe(400);
    expect(await statusFor(operator, 'websiteID=1&limit=1&since=!')).toBe(400);
    expect(await statusFor(operator, `websiteID=${agency.websiteID}&revision=r1.62`)).toBe(400);
    expect(await statusFor(operator, `websiteID=${agency.websiteID}&since=abc`)).toBe(400);
  });
});
