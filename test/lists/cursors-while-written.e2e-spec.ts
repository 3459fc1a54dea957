import { setTimeout as sleep } from 'node:timers/promises';
import { BUNDLE_KINDS } from '@app/bundles';
import { generateDirectory } from '@app/demo';
import { ListingsQuery } from '@app/listings';
import { parametersOf } from '@app/lists';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBody, agentBody, listingLine, seed, spread, suburbLine, TestService } from '@testing';
import { Dice } from '@testing/brute-force';

const LISTINGS = 150;
const LIMIT = 11;
const WRITERS = 4;

const SORTS = parametersOf(ListingsQuery).get('sort')?.kind.schema.enum as string[]; // declared as such

type Item = Readonly<Record<string, unknown>>;

interface List {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

let replicas: readonly [TestService, TestService];

const write = (text: string, values: unknown[] = []) => replicas[0].store.dataSource.query<unknown[]>(text, values);

/** Statements, and a delay before they are committed. They are repeated if two writers have waited for each other. */
async function slowly(dice: Dice, text: string): Promise<void> {
  try {
    await write(`DO $$ BEGIN ${text}; PERFORM pg_sleep(${dice.below(20) / 1000}); END $$`);
  } catch (error) {
    if (!/deadlock/.test(String(error))) throw error;
    await slowly(dice, text);
  }
}

/**
 * Ids divisible by 3 are never written, so their rows always exist and never move. Ids with remainder 1 move in every
 * order except by id; ids with remainder 2 are deleted, and new ones appear.
 */
const WRITES: Readonly<Record<string, (dice: Dice, round: number) => Promise<unknown>>> = {
  'listings move': (dice) =>
    slowly(
      dice,
      `UPDATE listings SET price = CASE WHEN random() < 0.8 THEN round((random() * 9000000)::numeric, -5) END,
        firstdate = date_trunc('month', now() - random() * interval '900 days'),
        available_at = CASE WHEN random() < 0.5 THEN now() + random() * interval '90 days' END,
        latitude = -33.87 + random() / 25, address_order = md5(random()::text), updated_at = now() - random() * interval '90 days'
      WHERE id % 3 = 1 AND id % 7 = ${dice.below(7)}`,
    ),
  'a listing goes': (dice) =>
    slowly(
      dice,
      `DELETE FROM listings WHERE id = (SELECT min(id) + 3 * ${dice.below(9)} FROM listings WHERE id % 3 = 2)`,
    ),
  'a listing comes': (dice, round) =>
    seed(replicas[0], {
      listings: [
        listingLine(1, {
          uniqueID: `new-${round}`,
          firstdate: new Date(dice.below(Date.now())).toISOString(),
          price: { value: dice.below(9_000_000) },
        }),
      ],
    }),
  'an account comes': (_, round) =>
    replicas[1].post('/api/v1/accounts', accountBody({ name: `New ${round}`, link: `https://new-${round}.example` })),
  'an agent comes': (_, round) => replicas[1].post('/api/v1/agents', agentBody(1, `New ${round}`)),
  'an agent goes': (dice) =>
    slowly(dice, `DELETE FROM agents WHERE id = (SELECT min(id) FROM agents WHERE id % 3 = 2)`),
  'a suburb comes': (dice, round) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + dice.below(26));
    const postcode = String(3_000 + dice.below(900));
    return seed(replicas[0], {
      suburbs: [
        suburbLine(`${letter}ew ${round} VIC ${postcode}`, { areaName: `${letter}rea`, regionName: `${letter}egion` }),
      ],
    });
  },
  'a run of a feed': (dice, round) =>
    slowly(
      dice,
      `INSERT INTO feed_runs (file, hash, started_at) VALUES ('${round}.xml', '', now());
       DELETE FROM feed_runs WHERE id = (SELECT max(id) FROM feed_runs WHERE id % 3 = 2)`,
    ),
};

beforeAll(async () => {
  const first = await TestService.start();
  const made = generateDirectory({ listings: LISTINGS, now: new Date() });
  await seed(first, Object.fromEntries(BUNDLE_KINDS.map((kind) => [kind, [...made[kind]]])));
  replicas = [first, await first.replica()];
  await write('UPDATE listings SET latitude = -33.87 + id % 40 / 1000.0, longitude = 151.2');
  await write(`INSERT INTO feed_runs (file, hash, started_at) SELECT 'run.xml', '', now() FROM generate_series(1, 90)`);
});

afterAll(async () => {
  await replicas[1].stop();
  await replicas[0].stop();
});

/** Runs a function while writers commit, until it is done. The function is given the number of writes. */
async function whileWritten(work: (written: () => number) => Promise<void>): Promise<void> {
  const done = new AbortController();
  let writes = 0;
  const writer = async (seedOfDice: number): Promise<void> => {
    const dice = new Dice(seedOfDice);
    while (!done.signal.aborted) {
      const change = dice.pick(Object.values(WRITES));
      round += 1;
      await change(dice, round);
      writes += 1;
      await sleep(dice.below(10));
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, at) => writer(at));
  try {
    await Promise.race([work(() => writes), Promise.all(writers)]);
  } finally {
    done.abort();
    await Promise.all(writers);
  }
}

let round = 0;

/** Every item of a list by cursor, each page from one replica or the other. */
async function pull(list: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page++) {
    const replica = replicas[page % 2] ?? replicas[0];
    const path: string = `${list}limit=${LIMIT}&cursor=${cursor}`;
    const { status, body } = await replica.get<List>(path);
    expect(status).toBe(200);
    items.push(...body.data);
    cursor = body.nextCursor;
  }
  return items;
}

const number = (name: string) => (item: Item) => Number(item[name]);

/** The items that always exist and never move, and those that move. */
interface Expected {
  readonly keyOf: (item: Item) => unknown;
  readonly stays: (item: Item) => boolean;
  readonly moves: (item: Item) => boolean;
}

const never = (): boolean => false;
const byId = (name: string, moves: Expected['moves'] = never): Expected => ({
  keyOf: number(name),
  stays: (item) => number(name)(item) % 3 === 0,
  moves,
});
/** The items before the first write stay. */
const asBefore: Expected = { keyOf: (item) => JSON.stringify(item), stays: () => true, moves: never };

const LISTS: readonly (readonly [path: string, expected: Expected])[] = [
  ['/api/v1/websites?', { ...byId('websiteID'), stays: () => true }],
  ['/api/v1/agents?', byId('id')],
  ['/api/v1/suburbs?', asBefore],
  ['/api/v1/suburbs/postcodes?', asBefore],
  ['/api/v1/suburbs/regions?', asBefore],
  ['/api/v1/suburbs/areanames?', asBefore],
  ['/api/v1/properties?', { ...byId('id'), stays: (item) => number('id')(item['listings'] as Item) % 3 === 0 }],
  ['/api/v1/feeds?', byId('id')],
  ...SORTS.map((sort): readonly [string, Expected] => {
    const moves = (item: Item) => number('id')(item) % 3 === 1;
    return [
      `/api/v1/listings?status=all&sort=${sort}&${sort === 'distance' ? 'near=-33.87,151.2&' : ''}`,
      sort === 'id' ? { ...byId('id'), stays: (item) => byId('id').stays(item) || moves(item) } : byId('id', moves),
    ];
  }),
];

describe('reading a list by cursor during writes (B11)', () => {
  it.each(spread(LISTS, 4))(
    '%s returns each unchanged item exactly once, and no unmoved item twice',
    async (list, expected) => {
      const { keyOf, stays, moves } = expected;
      const staying = (await pull(list)).filter(stays).map(keyOf);
      expect(staying.length).toBeGreaterThan(LIMIT);
      const pulls: Item[][] = [];
      await whileWritten(async (written) => {
        // Every writer must have written before a short list is read.
        do pulls.push(await pull(list));
        while (written() <= WRITERS);
      });
      for (const pulled of pulls) {
        const keys = pulled.filter((item) => !moves(item)).map(keyOf);
        const seen = new Set(keys);
        expect(keys).toHaveLength(seen.size);
        expect(staying.filter((key) => !seen.has(key))).toEqual([]);
      }
    },
  );
});
