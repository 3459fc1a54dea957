import { describe, expect, it } from 'vitest';
import {
  amount,
  anyId,
  colour,
  count,
  day,
  dayOrInstant,
  flag,
  id,
  instant,
  list,
  liveness,
  oneOf,
  uid,
  upTo,
  type Kind,
} from './index.js';

const UUID = '01890A5D-ac96-774b-bcce-b302099a8057';

describe('kinds in a body', () => {
  it.each<[string, Kind, unknown[], unknown[]]>([
    ['colour', colour, ['', '#0a1B2c'], ['#abc', '0a1b2c', '#0a1b2g', '#0a1b2c\n']],
    ['flag', flag, [true, false], ['true', 1, 0, null]],
    ['count', count, [0, 32_767], [-1, 32_768, 1.5, '1', Number.NaN]],
    ['id', id, [1, 2_147_483_647], [0, -1, 2_147_483_648, 1.5, '1']],
    ['uid', uid, [UUID, UUID.toLowerCase()], ['', 'x', `${UUID}0`, 5]],
    ['amount', amount, [0, 1.5, 999_999_999_999_999], [-1, Number.POSITIVE_INFINITY, Number.NaN, '1']],
    ['day', day, ['2024-02-29'], ['2023-02-29', '2024-2-29', '0000-01-01', '2024-01-01T00:00:00Z']],
    ['instant', instant, ['2024-02-29T24:00:00Z', '2024-01-01T00:00:00+10:00'], ['2024-01-01', '2024-01-01T00:00:00']],
    ['oneOf', oneOf(['a', 'b']), ['a'], ['', 'A', 'c', 0]],
    ['list', list(id, 2), [[], [1, 2]], [[1, 2, 3], [0], 'x', {}]],
  ])('%s', (_, kind, good, bad) => {
    for (const value of good) expect([value, kind.accepts(value)]).toEqual([value, true]);
    for (const value of bad) expect([value, kind.accepts(value)]).toEqual([value, false]);
  });
});

describe('kinds in a query string (D4)', () => {
  it.each<[string, Kind, Record<string, unknown>]>([
    ['flag', flag, { true: true, TRUE: true, 1: true, false: false, False: false, 0: false, yes: undefined }],
    ['flag of an object', flag, { constructor: undefined }],
    ['liveness', liveness, { live: true, Active: true, 1: true, dead: undefined, 0: false }],
    ['count', count, { 0: 0, 32767: 32_767, 32768: undefined, '-1': undefined, '1.0': undefined }],
    ['upTo(100)', upTo(100), { 1: 1, 100: 100, 0: undefined, 101: undefined, '1e1': undefined }],
    ['id', id, { 12: 12, '0012': 12, 2147483648: 0, ['9'.repeat(40)]: 0, '-1': undefined, '': undefined }],
    ['uid', uid, { [UUID]: UUID.toLowerCase(), x: undefined }],
    ['anyId', anyId, { 12: 12, [UUID]: UUID.toLowerCase(), '12a': undefined }],
    ['amount', amount, { '1.50': 1.5, '-1': undefined, '1e3': undefined, '.5': undefined }],
    ['oneOf', oneOf(['forSale']), { FORSALE: 'forSale', sale: undefined }],
    ['dayOrInstant', dayOrInstant, { '2024-01-02': '2024-01-02', '2024-01-02T3:4:5Z': '2024-01-02T03:04:05.000Z' }],
  ])('%s', (_, kind, readings) => {
    for (const [raw, value] of Object.entries(readings)) expect([raw, kind.parse(raw)]).toEqual([raw, value]);
  });
});
