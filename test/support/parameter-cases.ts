import { parametersOf } from '@app/lists';
import { expect, it } from 'vitest';
import type { TestService } from './service.js';

type Values = Readonly<Record<string, string>>;

/** A query that finds exactly what is looked for, one that doesn't find it, and values that are none. */
export interface ParameterCase {
  readonly hit: Values;
  readonly miss: Values;
  readonly bad: readonly string[];
}

export type ParameterCases = Readonly<Record<string, ParameterCase>>;

/** A parameter on its own. */
export const one = (name: string, hit: string, miss: string, ...bad: string[]): ParameterCases => ({
  [name]: { hit: { [name]: hit }, miss: { [name]: miss }, bad },
});

/** More than any text parameter takes, and what PostgreSQL can't hold. */
export const NO_TEXT = ['x'.repeat(201), 'a\0b'];

export const NO_COUNT = ['-1', '1.5', '32768', 'two', '1e1', 'NaN'];
export const NO_ID = ['-1', '1.5', 'x', '0x10', '1e1'];
export const NO_FLAG = ['maybe', '2', 'yes', 'live'];
export const NO_DAY = ['2026-02-30', '2026-13-01', '07/03/2026', '2026-3-7', 'today', '0000-01-01'];
export const NO_PRICE = ['-1', '1e3', '1,000', '$5', 'Infinity', '.5'];

/** The shapes of the map: a place at this position is found, one elsewhere is not. */
export const mapCases = (latitude: string, longitude: string): ParameterCases => {
  const [lat, lng] = [Number(latitude), Number(longitude)];
  const near = `${latitude},${longitude}`;
  return {
    ...one(
      'near',
      near,
      '10.5,-20.5',
      `${longitude},${latitude}`,
      '91,0',
      '0,180.5',
      'x',
      '1',
      '1,2,3',
      '1,NaN',
      '1e1,2',
    ),
    ...one('bbox', `${lng},${lat},${lng + 1},${lat + 1}`, '1,2,3,4', '1,2,3', '1,4,3,2', '1,2,181,3', '1,-91,2,3', 'x'),
    ...one(
      'polygon',
      `${lng - 1},${lat - 1};${lng + 1},${lat - 1};${lng},${lat + 1}`,
      '1,1;2,2;2,1',
      '1,1;2,2',
      '1,1;2,2;3,3',
      '0,0;2,2;2,0;0,2',
      '1,1;2,2;91,91',
      '0,0;1,1;x',
      '0,0;9,0;9,9;5,0',
      '1,1,2,2,2,1',
    ),
    radius: {
      hit: { near, radius: '100000' },
      miss: { near: '10.5,-20.5', radius: '100000' },
      bad: ['0', '0.5', '100000.1', '-1', 'x', '1e3'],
    },
  };
};

/** Pages of two things, of which the looked for is the second in this order. */
export const pageCases = (order: Values): ParameterCases => ({
  page: {
    hit: { ...order, page: '2', limit: '1' },
    miss: { ...order, page: '3', limit: '1' },
    bad: ['0', '-1', 'x', '2147483648'],
  },
  limit: { hit: { ...order, page: '2', limit: '1' }, miss: { ...order, limit: '1' }, bad: ['0', '101', '-1', 'all'] },
});

interface Looked<Item> {
  readonly service: () => TestService;
  readonly path: string;
  /** What every query has beside. */
  readonly always?: Values;
  readonly find: (data: readonly Item[]) => unknown;
  /** What `find` makes of the answer that holds the looked for alone, and of one without it. */
  readonly found: () => unknown;
}

/** Walks every declared parameter: match, miss, malformed (400 that names it); one without a case fails. */
export function itTakesEveryParameter<Item>(
  query: new () => object,
  cases: ParameterCases,
  { service, path, always = {}, find, found }: Looked<Item>,
): void {
  // Cursors are walked in cursors.e2e-spec: the empty one means the start.
  const names = [...parametersOf(query).keys()].filter((name) => name !== 'cursor');
  const ask = (values: Values) =>
    service().get<{ data: Item[] }>(`${path}?${new URLSearchParams({ ...always, ...values }).toString()}`);

  it('has a case for every parameter that it declares, and no other', () => {
    expect(Object.keys(cases).sort()).toEqual(names.sort());
  });

  it.each(names)('takes %s', async (name) => {
    const { hit = {}, miss = {}, bad = [] } = cases[name] ?? {};
    const [matched, missed] = [await ask(hit), await ask(miss)];
    expect({ hit, status: matched.status, found: find(matched.body.data) }).toEqual({
      hit,
      status: 200,
      found: found(),
    });
    expect({ miss, status: missed.status }).toEqual({ miss, status: 200 });
    expect({ miss, found: find(missed.body.data) }).not.toEqual({ miss, found: found() });
    for (const value of bad) {
      const refused = await ask({ ...hit, [name]: value });
      expect({ value, status: refused.status, body: refused.body }).toMatchObject({
        value,
        status: 400,
        body: { code: 'INVALID_PARAMETERS', errors: [{ parameter: name }] },
      });
    }
  });

  it('takes an empty value for none (D3)', async () => {
    for (const name of names) {
      const { [name]: _, ...others } = always;
      const search = new URLSearchParams(others).toString();
      const given = await service().get(`${path}?${search}`);
      const empty = await service().get(`${path}?${search}&${name}=+`);
      expect({ name, status: empty.status, body: empty.body }).toEqual({ name, status: 200, body: given.body });
    }
  });
}
