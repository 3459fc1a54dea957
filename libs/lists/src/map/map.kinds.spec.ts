import { describe, expect, it } from 'vitest';
import { box, metres, polygon, position } from './map.kinds.js';

const triangle = '144.9,-37.9;145.1,-37.9;145,-37.7';
const corners = (count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count;
    return `${(145 + Math.cos(angle)).toFixed(6)},${(-38 + Math.sin(angle)).toFixed(6)}`;
  }).join(';');

describe('points of a query', () => {
  it('are parsed as written', () => {
    expect(position.parse('-37.8136, 144.9631')).toEqual({ latitude: -37.8136, longitude: 144.9631 });
    expect(box.parse('170,-10,-170,10')).toEqual({ west: 170, south: -10, east: -170, north: 10 });
    expect(metres.parse('1234.5')).toBe(1234.5);
  });

  it('of a polygon are its corners without repetition', () => {
    const expected = [
      { latitude: -37.9, longitude: 144.9 },
      { latitude: -37.9, longitude: 145.1 },
      { latitude: -37.7, longitude: 145 },
    ];
    for (const text of [triangle, `${triangle};`, `${triangle};144.9,-37.9`, `144.9,-37.9;${triangle}`])
      expect(polygon.parse(text)).toEqual(expected);
    expect(polygon.parse(corners(200))).toHaveLength(200);
  });

  it.each([
    [position, '144.97,-37.8', 'latitude 144.97 is beyond 90: are the two swapped?'],
    [position, '-37.8,181', 'longitude 181 is beyond 180'],
    [position, '-200,1', 'latitude -200 is beyond -90'],
    [position, '1', undefined],
    [box, '-38,144,-37,145', 'latitude 144 is beyond 90: are the two swapped?'],
    [box, '144,-37,145,-38', 'the southern edge -37 is north of the northern edge -38'],
    [box, '1,2,3', undefined],
    [polygon, '0,0;1,0;0.5,95', 'corner 3: latitude 95 is beyond 90: are the two swapped?'],
    [polygon, '0,0;1,0;0,0', 'has fewer than 3 different corners'],
    [polygon, corners(201), 'has more than 200 corners'],
    [polygon, '0,0;2,2;2,0;0,2', 'crosses or touches itself: its edges 1 and 3 meet'],
    [polygon, '0,0;4,0;4,4;2,0', 'crosses or touches itself: its edges 1 and 3 meet'],
    [polygon, '0,0;2,0;1,0', 'crosses or touches itself: its edges 1 and 2 meet'],
    [
      polygon,
      '170,-40;-170,-40;-170,-30;170,-30',
      'edge 1 is longer than 180 degrees: across the date line, give one polygon on each side',
    ],
    [polygon, '0,0;1,x;2,2', undefined],
  ])('%#: are reported if they are malformed', (kind, text, fault) => {
    expect(kind.parse(text)).toBeUndefined();
    expect(kind.faultOf?.(text)).toBe(fault);
  });
});
