import type { Palette } from '../picture.js';
import { brightness, darker, faded, lighter, mix, polygon, rect, rects, type Colour } from '../shapes.js';
import type { Variation } from '../variation.js';
import { door, garage, glazing, sashes } from './openings.js';
import { backdrop, bushes, tree } from './outdoors.js';

const WALLS = ['#f3ece0', '#e9e4da', '#d9c7b0', '#c98f6b', '#b9a48c', '#dfe3e1', '#f6f3ec', '#cdb79e'] as const;
const FOOT = 252;

/** A detached house: with a hip roof, with a gable, or modern. */
export function house(choices: Variation, palette: Palette): string {
  const wall = choices.pick(WALLS);
  const roof = mix(roofOf(palette), choices.pick(['#5b5f66', '#7a4a3a', '#4a5560', '#8a5a44']), 0.55);
  const accent = palette.tertiary;
  const form = choices.pick([hipped, gabled, modern, hipped, gabled]);
  return [
    backdrop(choices),
    tree(choices, choices.between(28, 62), 240, choices.between(110, 160)),
    tree(choices, choices.between(425, 455), 236, choices.between(90, 140)),
    drive(),
    form({ choices, wall, roof, accent }),
    bushes(choices, 84, 180, FOOT + 6),
    bushes(choices, 352, 440, FOOT + 2),
    sign(palette, choices.between(30, 56)),
  ].join('');
}

interface Built {
  readonly choices: Variation;
  readonly wall: Colour;
  readonly roof: Colour;
  readonly accent: Colour;
}

/** A roof is dark: the primary colour, unless that is pale. */
const roofOf = ({ primary }: Palette): Colour => (brightness(primary) > 0.6 ? darker(primary, 0.5) : primary);

const drive = (): string =>
  polygon('#d8d2c8', [196, FOOT + 4], [236, FOOT + 4], [270, 320], [170, 320]) +
  polygon('#c9c3ba', [318, FOOT], [378, FOOT - 10], [470, 320], [352, 320]);

function hipped({ choices, wall, roof, accent }: Built): string {
  return [
    polygon(darker(wall, 0.16), [330, 168], [392, 158], [392, 240], [330, FOOT]),
    garage(340, 246, 42, 58, lighter(roof, 0.55)),
    rect(96, 168, 234, FOOT - 168, wall),
    rect(choices.pick([140, 262]), 84, 18, 40, '#a2684e'),
    polygon(darker(roof, 0.2), [344, 172], [408, 160], [286, 104]),
    polygon(roof, [82, 172], [344, 172], [286, 104], [146, 104]),
    faded(0.18, rect(96, 172, 234, 8, '#1c2430')),
    sashes([112, 190, 44, 40, 2], [272, 190, 40, 40, 2]),
    porch(176, 74, roof, wall),
    door(200, FOOT, 28, 52, accent),
  ].join('');
}

/** A roof on two posts before the door. */
function porch(x: number, width: number, roof: Colour, wall: Colour): string {
  return [
    faded(0.25, rect(x + 6, 186, width - 12, FOOT - 186, '#1c2430')),
    polygon(lighter(wall, 0.35), [x + 6, 184], [x + width - 6, 184], [x + width / 2, 152]),
    polygon(
      darker(roof, 0.12),
      [x - 4, 188],
      [x + width / 2, 146],
      [x + width + 4, 188],
      [x + width - 6, 188],
      [x + width / 2, 156],
      [x + 6, 188],
    ),
    rects('#fbfaf6', [
      [x + 6, 186, 5, FOOT - 186],
      [x + width - 11, 186, 5, FOOT - 186],
    ]),
  ].join('');
}

function gabled({ choices, wall, roof, accent }: Built): string {
  const boards = Array.from({ length: 7 }, (_, at) => [98, 176 + at * 11, 168, 1] as const);
  return [
    polygon(darker(wall, 0.16), [266, 166], [388, 154], [388, 236], [266, FOOT]),
    polygon(darker(roof, 0.08), [182, 82], [276, 170], [402, 156], [312, 72]),
    polygon(wall, [98, 166], [182, 94], [266, 166], [266, FOOT], [98, FOOT]),
    rects(darker(wall, 0.1), boards),
    polygon(darker(roof, 0.3), [84, 174], [182, 82], [280, 174], [270, 178], [182, 97], [94, 178]),
    choices.chance(0.5) ? sashes([169, 122, 26, 30, 2]) : glazing(160, 124, 44, 30, 2),
    sashes([116, 186, 46, 42, 3]),
    door(208, FOOT, 30, 56, accent),
    polygon('#9cc7d9', [296, 182], [322, 179], [322, 216], [296, 220]),
    polygon('#9cc7d9', [342, 177], [368, 174], [368, 210], [342, 213]),
  ].join('');
}

function modern({ choices, wall, roof, accent }: Built): string {
  const timber = choices.pick(['#b07d4f', '#8f6a4a', '#6b6f73', '#a2684e']);
  const slats = Array.from({ length: 12 }, (_, at) => [102 + at * 8, 104, 1.5, 62] as const);
  return [
    polygon(darker(wall, 0.2), [330, 178], [396, 168], [396, 238], [330, FOOT]),
    rect(112, 174, 218, FOOT - 174, wall),
    polygon(darker(timber, 0.25), [262, 100], [322, 94], [322, 162], [262, 168]),
    rect(96, 100, 166, 68, timber),
    rects(darker(timber, 0.12), slats),
    glazing(206, 112, 46, 44, 2),
    rect(88, 94, 182, 8, darker(roof, 0.3)),
    polygon(darker(roof, 0.4), [270, 94], [330, 88], [330, 95], [270, 102]),
    rect(262, 168, 146, 7, darker(roof, 0.3)),
    faded(0.25, rect(112, 168, 150, 10, '#1c2430')),
    glazing(126, 190, 66, 60, 3),
    door(212, FOOT, 28, 58, accent),
    garage(262, FOOT, 60, 56, darker(wall, 0.35)),
  ].join('');
}

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
