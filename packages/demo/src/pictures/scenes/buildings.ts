import type { Palette } from '../picture.js';
import { darker, faded, lighter, mix, polygon, polygons, rect, rects, type Point } from '../shapes.js';
import type { Variation } from '../variation.js';
import { sign } from './house.js';
import { door, glazing, sashes, type Sash } from './openings.js';
import { backdrop, bushes, tree } from './outdoors.js';

const FACADES = ['#e9e4da', '#d6d9dc', '#c9b8a4', '#b98a6d', '#eceff0', '#cfc3b4'] as const;
const FOOT = 254;
const STREET = '#aeb0b2';

const street = (): string =>
  rect(0, FOOT, 480, 14, '#d8d4cc') +
  polygon(STREET, [0, 268], [480, 268], [480, 320], [0, 320]) +
  rects(
    '#e9e6df',
    [20, 120, 220, 320, 420].map((x) => [x, 292, 48, 4] as const),
  );

/** A block of flats, seen from its corner. */
export function apartments(choices: Variation, palette: Palette): string {
  const wall = choices.pick(FACADES);
  const floors = choices.pick([4, 5, 6]);
  const top = FOOT - 22 - floors * 32;
  const rows = Array.from({ length: floors }, (_, floor) => top + 10 + floor * 32);
  const columns = [112, 158, 204, 250];
  const cells = rows.flatMap((y) => columns.map((x) => [x, y, 32, 20] as const));
  const onSide = rows.flatMap((y) => [312, 346, 380].map((x) => slanted(x, y - (x - 296) * 0.1, 22, 18)));
  const balcony = mix(palette.tertiary, '#ffffff', 0.2);
  return [
    backdrop(choices),
    tree(choices, 46, 250, choices.between(110, 150)),
    street(),
    polygon(darker(wall, 0.2), [296, top], [416, top - 12], [416, FOOT - 10], [296, FOOT]),
    rect(98, top, 198, FOOT - top, wall),
    rect(92, top - 8, 210, 9, darker(palette.primary, 0.1)),
    polygon(darker(palette.primary, 0.35), [302, top - 8], [422, top - 20], [422, top - 11], [302, top + 1]),
    rects('#8fb9cc', cells),
    rects(
      '#fbfaf6',
      cells.map(([x, y]) => [x + 15, y, 2, 20] as const),
    ),
    rects(
      '#f3dfb4',
      cells.filter(() => choices.chance(0.22)).map(([x, y]) => [x, y, 15, 20] as const),
    ),
    faded(
      0.75,
      rects(
        balcony,
        cells.map(([x, y]) => [x - 3, y + 14, 38, 9] as const),
      ),
    ),
    rects(
      darker(wall, 0.3),
      cells.map(([x, y]) => [x - 4, y + 23, 40, 2] as const),
    ),
    polygons('#7ba5b8', onSide),
    glazing(182, FOOT - 26, 62, 26, 3),
    rect(174, FOOT - 34, 78, 7, palette.tertiary),
    bushes(choices, 100, 168, FOOT + 4),
    bushes(choices, 258, 300, FOOT + 4),
    tree(choices, 446, 262, choices.between(80, 110)),
  ].join('');
}

const slanted = (x: number, y: number, width: number, height: number): readonly Point[] => [
  [x, y],
  [x + width, y - width * 0.1],
  [x + width, y + height - width * 0.1],
  [x, y + height],
];

/** A row of narrow houses. */
export function townhouses(choices: Variation, palette: Palette): string {
  const walls = [...FACADES, lighter(palette.secondary, 0.3)];
  const roof = mix(darker(palette.primary, 0.25), '#5b5f66', 0.4);
  const doors = [palette.tertiary, palette.primary, darker(palette.tertiary, 0.3)];
  const form = choices.pick(['gable', 'parapet', 'gable']);
  const places = [0, 1, 2].map((at) => ({ x: 78 + at * 108, top: 128 - (form === 'parapet' ? at % 2 : 0) * 8 }));
  const windows = places.flatMap(({ x, top }): Sash[] => [
    [x + 14, top + 16, 28, 36, 2],
    [x + 62, top + 16, 28, 36, 2],
    [x + 52, top + 84, 40, 32, 2],
  ]);
  const row = places.map(({ x, top }, at) => {
    const wall = choices.pick(walls);
    const roofed =
      form === 'gable'
        ? polygon(wall, [x, top], [x + 54, top - 44], [x + 108, top]) +
          polygon(
            roof,
            [x - 5, top + 5],
            [x + 54, top - 50],
            [x + 113, top + 5],
            [x + 104, top + 5],
            [x + 54, top - 39],
            [x + 4, top + 5],
          )
        : rect(x - 2, top - 12, 112, 14, roof);
    return [
      rect(x, top, 108, FOOT - top, wall),
      faded(0.12, rect(x + 100, top, 8, FOOT - top, '#1c2430')),
      roofed,
      rect(x + 4, top + 66, 100, 6, roof),
      door(x + 14, FOOT, 24, 46, doors[at % doors.length] ?? roof),
    ].join('');
  });
  return [
    backdrop(choices),
    tree(choices, 40, 250, choices.between(120, 160)),
    polygon(darker(roof, 0.3), [402, 128], [438, 124], [438, FOOT - 6], [402, FOOT]),
    row.join(''),
    sashes(...windows),
    street(),
    rects(
      darker(palette.primary, 0.2),
      Array.from({ length: 19 }, (_, at) => [76 + at * 18, FOOT - 16, 2, 18] as const),
    ),
    rects(darker(palette.primary, 0.2), [[74, FOOT - 14, 330, 2]]),
    tree(choices, 458, 258, choices.between(90, 120)),
  ].join('');
}

/** Shops with an awning, or a warehouse. */
export function shop(choices: Variation, palette: Palette): string {
  return (
    backdrop(choices) +
    (choices.chance(0.6) ? shops(choices, palette) : warehouse(choices, palette)) +
    street() +
    tree(choices, 452, 262, choices.between(80, 110))
  );
}

function shops(choices: Variation, { primary, secondary, tertiary }: Palette): string {
  const wall = choices.pick(FACADES);
  const stripes = Array.from({ length: 8 }, (_, at) => 84 + at * 34);
  const stripe = (x: number): readonly Point[] => [
    [x + 6, 176],
    [x + 23, 176],
    [x + 17, 198],
    [x, 198],
  ];
  return [
    polygon(darker(wall, 0.22), [370, 92], [424, 84], [424, FOOT - 8], [370, FOOT]),
    rect(72, 92, 298, FOOT - 92, wall),
    rect(66, 84, 310, 10, darker(primary, 0.15)),
    sashes(...[88, 160, 232, 304].map((x) => [x, 108, 46, 38, 2] as const)),
    rect(78, 156, 286, 20, primary),
    rects(secondary, [
      [96, 163, 90, 6],
      [236, 163, 60, 6],
    ]),
    glazing(88, 202, 90, FOOT - 206, 3),
    glazing(262, 202, 92, FOOT - 206, 3),
    door(206, FOOT, 30, 50, tertiary),
    polygon(lighter(tertiary, 0.75), [78, 176], [364, 176], [358, 198], [72, 198]),
    polygons(tertiary, stripes.map(stripe)),
  ].join('');
}

function warehouse(choices: Variation, palette: Palette): string {
  const wall = choices.pick(['#cdd3d8', '#d9d4ca', '#b9c3c9']);
  const places = [70, 170, 270];
  const teeth = places.map((x): readonly Point[] => [
    [x, 130],
    [x, 92],
    [x + 100, 130],
  ]);
  const ribs = Array.from({ length: 20 }, (_, at) => [76 + at * 15, 130, 1, FOOT - 130] as const);
  return [
    polygon(darker(wall, 0.25), [370, 130], [428, 122], [428, FOOT - 8], [370, FOOT]),
    polygons(darker(palette.primary, 0.1), teeth),
    polygons(
      '#a9cbd9',
      places.map(
        (x) =>
          [
            [x + 2, 126],
            [x + 2, 100],
            [x + 12, 104],
            [x + 12, 128],
          ] as const,
      ),
    ),
    rect(70, 130, 300, FOOT - 130, wall),
    rects(darker(wall, 0.08), ribs),
    rect(70, 142, 300, 16, palette.primary),
    rect(90, 147, 80, 6, palette.secondary),
    [96, 188]
      .map(
        (x) =>
          rect(x, 184, 72, FOOT - 184, darker(wall, 0.3)) +
          rects(
            darker(wall, 0.4),
            [196, 208, 220, 232].map((y) => [x, y, 72, 2] as const),
          ),
      )
      .join(''),
    glazing(286, 186, 40, 30, 2),
    door(334, FOOT, 24, 50, palette.tertiary),
  ].join('');
}

/** An empty block with its pegs and the board of the agency. */
export function land(choices: Variation, palette: Palette): string {
  const pegs: readonly Point[] = [
    [120, 244],
    [372, 240],
    [440, 304],
    [70, 308],
  ];
  return [
    backdrop(choices),
    [40, 110, 330, 400, 450]
      .map((x) => tree(choices, x + choices.between(-12, 12), 236, choices.between(60, 120)))
      .join(''),
    polygon(mix('#c9b98a', '#8fae62', choices.fraction()), ...pegs),
    `<path fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="7 6" d="M${pegs.map((peg) => peg.join(' ')).join('L')}z"/>`,
    rects(
      palette.tertiary,
      pegs.map(([x, y]) => [x - 2, y - 14, 4, 16] as const),
    ),
    bushes(choices, 360, 470, 256),
    sign(palette, 216),
  ].join('');
}
