import type { Palette } from '../picture.js';
import { darker, faded, lighter, mix, polygon, polygons, rect, rects, type Point } from '../shapes.js';
import type { Variation } from '../variation.js';
import { sign } from './house.js';
import { door, glazing, sashes, type Sash } from './openings.js';
import { backdrop, bushes, GLASS, tree } from './outdoors.js';

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

/** A block of flats: seen from its corner, a walk-up of bricks, or a tower. */
export function apartments(choices: Variation, palette: Palette): string {
  const form = choices.pick([corner, walkUp, tower]);
  return [
    backdrop(choices),
    tree(choices, 46, 250, choices.between(110, 150)),
    street(),
    form(choices, palette),
    bushes(choices, 100, 168, FOOT + 4),
    bushes(choices, 258, 300, FOOT + 4),
    tree(choices, 446, 262, choices.between(80, 110)),
  ].join('');
}

/** Three storeys of bricks around a stairwell, with balconies. */
function walkUp(choices: Variation, { primary, tertiary }: Palette): string {
  const wall = choices.pick(['#b5714f', '#a9634a', '#c7a27c', '#9a6a56', '#d9c7b0']);
  const floors = [108, 156, 204];
  const flats = floors.flatMap((y) => [118, 284].map((x) => [x, y] as const));
  const courses = Array.from({ length: 20 }, (_, at) => [96, 102 + at * 8, 288, 0.8] as const);
  return [
    rect(96, 96, 288, FOOT - 96, wall) + rects(lighter(wall, 0.2), courses),
    choices.chance(0.5)
      ? rect(90, 88, 300, 10, darker(primary, 0.2))
      : polygon(mix(primary, '#8a5a44', 0.6), [82, 98], [128, 60], [352, 60], [398, 98]),
    rect(216, 90, 48, FOOT - 90, lighter(wall, 0.35)),
    sashes(...floors.slice(0, 2).map((y): Sash => [228, y + 4, 24, 28, 2])),
    sashes(...flats.map(([x, y]): Sash => [x === 118 ? 168 : 278, y, 32, 28, 2])),
    flats.map(([x, y]) => glazing(x === 118 ? 116 : 324, y - 2, 36, 34, 2)).join(''),
    rects(
      '#fbfaf6',
      flats.map(([x, y]) => [x === 118 ? 110 : 318, y + 18, 48, 16] as const),
    ),
    rects(
      darker(wall, 0.35),
      flats.map(([x, y]) => [x === 118 ? 108 : 316, y + 33, 52, 3] as const),
    ),
    door(226, FOOT, 28, 44, tertiary),
  ].join('');
}

/** A tower of glass on a base with shops. */
function tower(choices: Variation, { primary, tertiary }: Palette): string {
  const wall = choices.pick(FACADES);
  const [left, width] = [choices.between(140, 180), choices.between(110, 150)];
  const rows = Array.from({ length: 9 }, (_, floor) => 34 + floor * 19);
  const panes = rows.flatMap((y) =>
    [0.06, 0.29, 0.52, 0.75].map((at) => [left + width * at, y, width * 0.19, 11] as const),
  );
  return [
    polygon(
      darker(wall, 0.28),
      [left + width, 26],
      [left + width + 46, 18],
      [left + width + 46, 214],
      [left + width, 216],
    ),
    rect(left, 26, width, 190, wall) + rects(GLASS, panes),
    rects(
      '#f3dfb4',
      panes.filter(() => choices.chance(0.2)),
    ),
    rects(
      mix(tertiary, '#ffffff', 0.35),
      rows.map((y) => [left - 4, y + 10, width * (y % 2 ? 0.56 : 1.07), 3] as const),
    ),
    rect(left + width * 0.3, 12, width * 0.4, 14, darker(wall, 0.2)),
    rect(96, 208, 296, FOOT - 208, darker(wall, 0.1)) + rect(90, 202, 308, 8, darker(primary, 0.1)),
    glazing(108, 218, 84, 34, 3) + glazing(252, 218, 126, 34, 4),
    rect(200, 212, 44, 5, tertiary) + door(208, FOOT, 28, 36, tertiary),
  ].join('');
}

/** Four to six storeys, seen from the corner. */
function corner(choices: Variation, palette: Palette): string {
  const wall = choices.pick(FACADES);
  const floors = choices.pick([4, 5, 6]);
  const top = FOOT - 22 - floors * 32;
  const rows = Array.from({ length: floors }, (_, floor) => top + 10 + floor * 32);
  const columns = [112, 158, 204, 250];
  const cells = rows.flatMap((y) => columns.map((x) => [x, y, 32, 20] as const));
  const onSide = rows.flatMap((y) => [312, 346, 380].map((x) => slanted(x, y - (x - 296) * 0.1, 22, 18)));
  const balcony = mix(palette.tertiary, '#ffffff', 0.2);
  return [
    polygon(darker(wall, 0.2), [296, top], [416, top - 12], [416, FOOT - 10], [296, FOOT]),
    rect(98, top, 198, FOOT - top, wall),
    rect(92, top - 8, 210, 9, darker(palette.primary, 0.1)),
    polygon(darker(palette.primary, 0.35), [302, top - 8], [422, top - 20], [422, top - 11], [302, top + 1]),
    rects(GLASS, cells),
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
    polygons(darker(GLASS, 0.15), onSide),
    glazing(182, FOOT - 26, 62, 26, 3),
    rect(174, FOOT - 34, 78, 7, palette.tertiary),
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
