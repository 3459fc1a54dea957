import { Address } from '@app/address';
import { isStale, rebuildDocuments } from '@app/documents';
import { migrate } from '@app/persistence';
import { Field, flag, text, type Class } from '@app/schema';
import { sql, SqlExecutor } from '@app/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Integrations } from '../../libs/accounts/src/dto/account-parts.fields.js';
import {
  AgentResponse,
  AgentFields,
  AgentItem,
  AgentRecord,
  AgentStoredItem,
  Telephone,
} from '../../libs/agents/src/dto/agent.fields.js';
import { listingDocuments } from '../../libs/listings/src/documents/listing.documents.js';
import { StoredCard } from '../../libs/listings/src/dto/listing-card.fields.js';
import { Features } from '../../libs/listings/src/dto/listing-parts.fields.js';
import { SuburbResponse } from '../../libs/suburbs/src/dto/suburb.fields.js';
import { directory, seed, TestService } from '@testing';
import { full, lease, rental } from '../listings/shown-listings.js';

const bundle = { ...directory, listings: [full, rental, lease] };

/** Every read and list with prebuilt documents in its response. */
const PATHS = [
  '/api/v1/websites',
  '/api/v1/websites/12',
  '/api/v1/agents',
  '/api/v1/agents/31',
  '/api/v1/suburbs',
  '/api/v1/listings?status=all',
  '/api/v1/listings?status=all&view=card',
  `/api/v1/listings/${encodeURIComponent(full.uniqueID)}`,
  '/api/v1/properties',
  `/api/v1/properties/${String(full.propertyID)}`,
];

/** The service that wrote the store and, after the upgrade, the service of the next build. */
let before: TestService;
let after: TestService;
const rebuilt = new Map<string, number>();

const declare = (field: PropertyDecorator, name: string, ...types: Class[]): void =>
  types.forEach((type) => field(type.prototype, name));

/** A typical change of a maintainer: a field in each resource, one in a shared part, and a flag of listings. */
function upgrade(): void {
  const tagline = Field(text(200), 'One line about the agent', { example: '' });
  declare(tagline, 'tagline', AgentFields, AgentResponse, AgentItem, AgentRecord, AgentStoredItem);
  declare(Field(text(200), 'What the number is for', { example: '' }), 'label', Telephone);
  declare(Field(text(200), 'Bookings', { example: '' }), 'bookingLink', Integrations);
  declare(Field(text(200), 'What people call it', { example: '' }), 'nickname', SuburbResponse);
  declare(Field(text(20), 'Words on the image', { example: '' }), 'ribbon', StoredCard);
  declare(Field(flag, 'Has a sauna', { example: false }), 'sauna', Features);
  declare(Field(text(200), 'Name of the building', { example: '' }), 'building', Address);
}

/** The values that a rebuild must not change. */
async function history(service: TestService): Promise<unknown> {
  const { dataSource } = service.store;
  return Promise.all([
    dataSource.query(`SELECT kind, resource, resource_id FROM changes WHERE resource <> 'documents' ORDER BY id`),
    dataSource.query('SELECT id, modtime, updated_at, created_at, firstdate FROM listings ORDER BY id'),
    dataSource.query(
      'SELECT id, version, updated_at FROM accounts UNION ALL SELECT id, version, updated_at FROM agents ORDER BY 1',
    ),
  ]);
}

const events: { before: unknown; after: unknown } = { before: [], after: [] };

/** The responses of the previous build, with their tags. */
const answers = new Map<string, { readonly body: unknown; readonly tag: string }>();

beforeAll(async () => {
  before = await TestService.start();
  await seed(before, bundle);
  for (const path of PATHS) {
    const { headers, body } = await before.get<unknown>(path);
    answers.set(path, { body, tag: headers.get('etag') ?? '' });
  }
  upgrade();
  events.before = await history(before);
  // A line of an import is compared with the document of the current build.
  await seed(before, { listings: [full] });
  await migrate(before.store.dataSource, { onRebuild: (table, count) => rebuilt.set(table, count) });
  events.after = await history(before);
  after = await before.replica();
});

afterAll(async () => {
  await after.app.close();
  await before.stop();
});

describe('after an upgrade with new fields that stored documents lack', () => {
  it.each(PATHS)('%s is complete, and has another tag if the response differs', async (path) => {
    const { body: old, tag = '' } = answers.get(path) ?? {};
    const { status, headers, body } = await after.get<unknown>(path); // compared with the document of the new build
    expect(status).toBe(200);
    const isSame = JSON.stringify(body) === JSON.stringify(old);
    // The items of accounts have none of the new fields.
    expect(isSame).toBe(path === '/api/v1/websites');
    expect(headers.get('etag') === tag).toBe(isSame);
    const again = await after.get<unknown>(path, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(isSame ? 304 : 200);
    if (!isSame) expect(again.body).toEqual(body);
  });

  it('a rebuild updates all documents, and changes no date and records no change', async () => {
    expect(Object.fromEntries(rebuilt)).toEqual({
      suburbs: 1,
      accounts: 2,
      agents: 2,
      listing_documents: 2, // one was rebuilt when its line came
      property_documents: 2,
    });
    expect(events.after).toEqual(events.before);
    const executor = SqlExecutor.of(after.store.dataSource);
    expect(
      await executor.execute(
        sql`SELECT FROM listing_documents document WHERE ${isStale(listingDocuments, 'document')}`,
      ),
    ).toEqual([]);
  });

  it('rebuilt documents equal newly written documents', async () => {
    const stored = () =>
      after.store.dataSource.query(`SELECT to_jsonb(document) AS row FROM listing_documents document
        UNION ALL SELECT to_jsonb(agent) - 'version' - 'updated_at' FROM agents agent
        UNION ALL SELECT to_jsonb(account) - 'version' - 'updated_at' FROM accounts account ORDER BY 1`);
    const migrated: unknown = await stored();
    await seed(after, bundle);
    expect(await stored()).toEqual(migrated);
  });
});

it('a row that is written during a rebuild keeps the written document', async () => {
  const { dataSource } = after.store;
  const [{ representation } = { representation: 0 }] = await dataSource.query<{ representation: number }[]>(
    'SELECT DISTINCT representation FROM agents',
  );
  await dataSource.query('UPDATE agents SET representation = 0');
  const writer = dataSource.createQueryRunner();
  await writer.startTransaction();
  await writer.query(`UPDATE agents SET item = '{"written":"meanwhile"}', representation = $1 WHERE id = 31`, [
    representation,
  ]);
  const rebuilding = rebuildDocuments(SqlExecutor.of(dataSource));
  await expect.poll(() => dataSource.query('SELECT id FROM agents WHERE representation = 0')).toEqual([{ id: 31 }]);
  await writer.commitTransaction();
  await writer.release();
  expect((await rebuilding).get('agents')).toBe(1);
  const [row] = await dataSource.query<{ item: string }[]>('SELECT item FROM agents WHERE id = 31');
  expect(row?.item).toBe('{"written":"meanwhile"}');
});
