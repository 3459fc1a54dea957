import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, listingLine, seed, specService, statementsOf, suburbLine } from '@testing';

const service = specService();

beforeAll(async () => {
  await createAccount(service, { name: 'Harbour' });
});

/** Requests a list on condition that it has changed, and counts the statements. */
async function ask(path: string, tag: string | null = null) {
  const headers: Record<string, string> = tag === null ? {} : { 'if-none-match': tag };
  const { result, statements } = await statementsOf(() =>
    service.get<{ total: number } | undefined>(path, { headers }),
  );
  return {
    status: result.status,
    tag: result.headers.get('etag'),
    body: result.body,
    asked: statements.length,
  };
}

const writeAccount = () => createAccount(service, { name: 'Harbour' });
const writeListing = () =>
  seed(service, { listings: [listingLine(1, { uniqueID: `L${made}`, address: { suburb: `Place ${made++}` } })] });
const writeSuburb = () =>
  seed(service, { suburbs: [{ ...suburbLine(`Place ${made} VIC 3121`), regionName: `${made++}` }] });
let made = 0;

describe.each([
  ['/api/v1/websites?name=harbour', writeAccount, writeListing],
  ['/v1/accounts', writeAccount, writeListing],
  ['/api/v1/listings', writeListing, writeAccount],
  ['/api/v1/suburbs/regions', writeSuburb, writeAccount],
])('a conditional request for %s', (path, write, writeOther) => {
  it('is answered 304 with one statement while no commit affects it', async () => {
    const { tag, status } = await ask(path);
    expect(status).toBe(200);
    expect(tag).toMatch(/^W\/"[\w-]+"$/);
    expect(await ask(path, tag)).toEqual({ status: 304, tag, body: undefined, asked: 1 });
    expect(await ask(path, `"another", ${tag}`)).toMatchObject({ status: 304, tag });
    await writeOther();
    expect(await ask(path, tag)).toEqual({ status: 304, tag, body: undefined, asked: 1 });
  });

  it('is answered in full after a commit that changes the list', async () => {
    const { tag } = await ask(path);
    await write();
    const again = await ask(path, tag);
    expect(again.status).toBe(200);
    expect(again.tag).not.toBe(tag);
  });

  it('has the same tag on another replica', async () => {
    const { tag } = await ask(path);
    const replica = await service.replica();
    const { status, headers } = await replica.get(path, { headers: { 'if-none-match': tag ?? '' } });
    expect({ status, tag: headers.get('etag') }).toEqual({ status: 304, tag });
    await replica.stop();
  });
});

it('a tag does not match another list', async () => {
  const { tag } = await ask('/api/v1/websites?limit=1');
  expect((await ask('/api/v1/websites?limit=2', tag)).status).toBe(200);
});

it('a list that depends on the time of day has no tag', async () => {
  const { tag, status } = await ask('/api/v1/listings?isInspections=true');
  expect({ tag, status }).toEqual({ tag: null, status: 200 });
});
