import type { Palette } from '../picture.js';
import { brightness, darker, mix, polygon, rect, rects, type Colour } from '../shapes.js';
import type { Variation } from '../variation.js';
import { FOOT, HOUSE_FORMS } from './house-forms.js';
import { backdrop, bushes, tree } from './outdoors.js';

const WALLS = ['#f3ece0', '#e9e4da', '#d9c7b0', '#b9a48c', '#f6f3ec', '#cdb79e', '#c3ccc4', '#b7c4cd'] as const;
const BRICKS = ['#c98f6b', '#b5714f', '#a9634a', '#c7a27c', '#9a6a56', '#d3b08c'] as const;
const ROOFS = ['#5b5f66', '#7a4a3a', '#4a5560', '#8a5a44', '#a5563e', '#3f4447', '#8d9499'] as const;
const DOORS = ['#8f3b36', '#2f5d62', '#3d4a6b', '#d9a441', '#6f7f5a', '#4a3a33'] as const;

/** A detached house of one of nine forms. */
export function house(choices: Variation, palette: Palette): string {
  const isBrick = choices.chance(0.45);
  const wall = choices.pick(isBrick ? BRICKS : WALLS);
  const roof = mix(roofOf(palette), choices.pick(ROOFS), choices.between(0.5, 0.9));
  const accent = choices.chance(0.4) ? palette.tertiary : choices.pick(DOORS);
  const form = choices.pick(HOUSE_FORMS);
  return [
    backdrop(choices),
    tree(choices, choices.between(28, 62), 240, choices.between(110, 160)),
    tree(choices, choices.between(425, 455), 236, choices.between(90, 140)),
    drive(choices),
    form({ choices, wall, roof, accent, isBrick }),
    bushes(choices, 84, choices.between(110, 180), FOOT + 6),
    bushes(choices, 352, 440, FOOT + 2),
    choices.pick([nothing, nothing, hedge, pickets, lowWall])(wall),
    sign(palette, choices.between(30, 56)),
  ].join('');
}

/** A roof is dark: the primary colour, unless that is pale. */
const roofOf = ({ primary }: Palette): Colour => (brightness(primary) > 0.6 ? darker(primary, 0.5) : primary);

function drive(choices: Variation): string {
  const paving = choices.pick(['#d8d2c8', '#c9b8a0', '#b98d74', '#b4b6b8', '#d9cfb6']);
  return (
    polygon(paving, [196, FOOT + 4], [236, FOOT + 4], [270, 320], [170, 320]) +
    polygon(darker(paving, 0.08), [318, FOOT], [378, FOOT - 10], [470, 320], [352, 320])
  );
}

/** A row along the street, with gaps for the path and the drive. */
const along = (fill: Colour, y: number, height: number): string =>
  rects(fill, [
    [0, y, 178, height],
    [262, y, 68, height],
    [430, y, 50, height],
  ]);
const nothing = (): string => '';
const hedge = (): string => along('#4d8b57', 272, 24) + along('#5b9460', 272, 7);
const lowWall = (wall: Colour): string => along(darker(wall, 0.12), 276, 20) + along(darker(wall, 0.3), 274, 4);
const PALINGS = Array.from({ length: 52 }, (_, at) => at * 9 + 2).filter(
  (x) => x < 176 || (x > 262 && x < 326) || x > 430,
);
const pickets = (): string =>
  rects(
    '#fbfaf6',
    PALINGS.map((x) => [x, 272, 5, 24]),
  ) + along('#fbfaf6', 279, 3);

/** The board of the agency, in its colours. */
export function sign({ primary, secondary, tertiary }: Palette, x: number): string {
  return [
    rect(x, 252, 3, 46, '#6b5442'),
    rect(x + 3, 252, 44, 30, primary),
    rect(x + 3, 274, 44, 8, tertiary),
    rects(secondary, [
      [x + 9, 258, 30, 3],
      [x + 9, 264, 20, 3],
    ]),
  ].join('');
}
