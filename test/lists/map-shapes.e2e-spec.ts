import { allOf, sql, SqlExecutor } from '@app/sql';
import { readQuery } from '@app/lists';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { onMap } from '../../libs/lists/src/map/map.filters.js';
import { SuburbsQuery } from '../../libs/suburbs/src/filters/suburb.filters.js';
import {
  Dice,
  isInShapes,
  mapShapes,
  type MapShapes,
  parametersOf,
  type Placed,
  placedSuburbs,
} from '@testing/brute-force';
import { specStore, suburbLine, walk, walkSeed } from '@testing';

const SHAPES = walk(100);
const SEED = walkSeed;
/** The number of shapes in one statement. */
const BATCH = 20;

const store = specStore();
let executor: SqlExecutor;

/** On a grid, or slightly beside it: closer to an edge than the tolerance of PostgreSQL's polygons. */
const places: readonly Required<Placed>[] = placedSuburbs(
  Array.from({ length: 200 }, () => suburbLine('Kew VIC 3101')),
  new Dice(SEED),
).flatMap(({ latitude, longitude }, at) => {
  if (latitude === '' || longitude === '') return [{ latitude: '', longitude }];
  const beside = (text: string, by: number) => (Math.abs(Number(text)) < 89 ? (Number(text) + by).toFixed(13) : text);
  const [up, right] = [(at % 3) - 1, (at % 5) - 2].map((way) => way * 10 ** -(6 + (at % 8)));
  return [
    { latitude, longitude },
    { latitude: beside(latitude, up ?? 0), longitude: beside(longitude, right ?? 0) },
  ];
});

beforeAll(async () => {
  executor = SqlExecutor.of(store.dataSource);
  const texts = (name: keyof Placed) => places.map((place) => place[name]);
  await executor.execute(sql`CREATE TABLE places AS
    SELECT position::int AS id, nullif(latitude, '')::float8 AS latitude, nullif(longitude, '')::float8 AS longitude
    FROM unnest(${texts('latitude')}::text[], ${texts('longitude')}::text[]) WITH ORDINALITY AS place(latitude, longitude, position)`);
});

/** The parameters of a request as a query. */
function queryOf(shapes: MapShapes): SuburbsQuery {
  const parameters = parametersOf(shapes);
  const raw = Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
  const single = Object.entries(raw).map(([name, values]) => [name, name === 'polygon' ? values : values[0]] as const);
  return readQuery(SuburbsQuery, Object.fromEntries(single));
}

describe('map shapes', () => {
  it(`match the rows of a brute-force reading, with and without the index (${SHAPES} shapes)`, async () => {
    let fruitful = 0;
    const shapes = fc.sample(mapShapes(places), { numRuns: SHAPES, seed: SEED });
    for (let start = 0; start < shapes.length; start += BATCH) {
      const asked = shapes.slice(start, start + BATCH);
      const found = (condition: 'condition' | 'checked') => {
        const parts = asked.map((one) => {
          const where = onMap('place', queryOf(one))[condition] ?? allOf([]);
          return sql`ARRAY(SELECT place.id FROM places place WHERE ${where} ORDER BY place.id)`;
        });
        return executor.query<{ ids: number[] }>(
          parts.map((part) => sql`SELECT ${part} AS ids`).reduce((one, other) => sql`${one} UNION ALL ${other}`),
        );
      };
      const [indexed, checked] = [await found('condition'), await found('checked')];
      for (const [at, one] of asked.entries()) {
        const expected = places.flatMap((place, id) => (isInShapes(place, one) ? id + 1 : []));
        fruitful += Number(expected.length > 0);
        expect({ one, ids: indexed[at]?.ids }).toEqual({ one, ids: expected });
        expect({ one, ids: checked[at]?.ids }).toEqual({ one, ids: expected });
      }
    }
    expect(fruitful).toBeGreaterThan(SHAPES / 3);
  });
});
