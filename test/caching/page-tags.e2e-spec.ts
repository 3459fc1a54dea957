import { beforeAll, expect, it } from 'vitest';
import { Dice, createWorldStore, runWorld } from '@testing/brute-force';
import { RANDOM_CHANGES, specService, walk, walkSeed } from '@testing';

const CHANGES = walk(8);
const SEED = walkSeed;

const LISTS = ['websites', 'agents', 'listings', 'properties', 'suburbs', 'suburbs/postcodes', 'suburbs/regions'];
/** Pages with rows, empty pages, and empty lists. */
const PAGES = ['limit=3', 'page=999', 'limit=7&page=999', 'cursor=', 'suburb=Nowhere'];
const ON_MAP = ['listings', 'properties'];

interface Form {
  readonly url: string;
  readonly accept?: string;
  readonly isPublic?: boolean;
}

const FORMS: readonly Form[] = [
  ...LISTS.flatMap((list) => PAGES.map((page) => ({ url: `/api/v1/${list}?${page}` }))),
  ...ON_MAP.flatMap((list) =>
    PAGES.flatMap((page) => [
      { url: `/api/v1/${list}?${page}&view=card` },
      { url: `/api/v1/${list}?${page}`, accept: 'application/geo+json' },
      { url: `/api/v1/${list}?${page}`, isPublic: true },
    ]),
  ),
  { url: '/api/v1/listings/facets?facets=bedrooms,suburb' },
];

const world = runWorld();
const service = specService({}, createWorldStore);
let publicKeys: Record<string, string>;

beforeAll(async () => {
  const { body } = await service.post<{ credential: { accessKey: string; secretKey: string } }>(
    `/api/v1/websites/${world.accounts[0]?.websiteID}/credentials`,
    { scope: 'public' },
  );
  const { accessKey, secretKey } = body.credential;
  publicKeys = { 'x-access-key': accessKey, 'x-secret-key': secretKey };
});

async function read({ url, accept, isPublic }: Form): Promise<{ tag: string; answer: string }> {
  const { headers, body } = await service.get(url, {
    headers: { ...(accept && { accept }), ...(isPublic && publicKeys) },
  });
  return {
    tag: headers.get('etag') ?? 'none',
    answer: `${headers.get('content-type')} ${headers.get('link')} ${JSON.stringify(body)}`,
  };
}

it('equal tags of one URL mean equal responses, in every list and form', async () => {
  const dice = new Dice(SEED);
  const kinds = Object.keys(RANDOM_CHANGES);
  const answers = new Map<string, string>();
  let changed = 0;
  for (let round = 0; round < CHANGES; round += 1) {
    for (const form of FORMS) {
      const { tag, answer } = await read(form);
      const key = JSON.stringify([form, tag]);
      const before = answers.get(key);
      if (before === undefined) changed += 1;
      expect({ form, tag, answer: before ?? answer }).toEqual({ form, tag, answer });
      answers.set(key, answer);
    }
    // Each kind of change occurs, in any short run; the rest is random.
    const kind = round < kinds.length ? kinds[round] : dice.pick(kinds);
    await RANDOM_CHANGES[kind ?? '']?.(service, world, dice, round);
  }
  // Some tags change and some stay; otherwise nothing would be compared.
  expect(changed).toBeGreaterThan(FORMS.length);
  expect(changed).toBeLessThan(FORMS.length * CHANGES);
});
