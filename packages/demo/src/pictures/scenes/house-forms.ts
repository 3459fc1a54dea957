import { darker, faded, lighter, polygon, rect, rects, type Colour } from '../shapes.js';
import type { Variation } from '../variation.js';
import { door, garage, glazing, sashes } from './openings.js';
import { GLASS } from './outdoors.js';

/** Where houses stand. */
export const FOOT = 252;

/** What the forms of houses have in common. */
export interface Built {
  readonly choices: Variation;
  readonly wall: Colour;
  readonly roof: Colour;
  readonly accent: Colour;
  readonly isBrick: boolean;
}

/** Courses of bricks, or boards, on a wall. */
const courses = ({ wall, isBrick }: Built, x: number, y: number, width: number, height: number): string =>
  rects(
    isBrick ? lighter(wall, 0.25) : darker(wall, 0.09),
    Array.from(
      { length: Math.floor(height / (isBrick ? 6 : 9)) },
      (_, at) => [x, y + (at + 1) * (isBrick ? 6 : 9), width, isBrick ? 0.7 : 1] as const,
    ),
  );

function hipped(built: Built): string {
  const { choices, wall, roof, accent } = built;
  return [
    polygon(darker(wall, 0.16), [330, 168], [392, 158], [392, 240], [330, FOOT]),
    garage(340, 246, 42, 58, lighter(roof, 0.55)),
    rect(96, 168, 234, FOOT - 168, wall),
    courses(built, 96, 172, 234, 80),
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
    polygon(GLASS, [296, 182], [322, 179], [322, 216], [296, 220]),
    polygon(GLASS, [342, 177], [368, 174], [368, 210], [342, 213]),
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

/** A bungalow behind a verandah on posts. */
function verandah(built: Built): string {
  const { wall, roof, accent } = built;
  return [
    rect(100, 170, 250, FOOT - 170, wall) + courses(built, 100, 170, 250, 82),
    rect(300, 76, 16, 40, '#a2684e'),
    polygon(roof, [92, 164], [150, 104], [300, 104], [358, 164]),
    polygon(lighter(wall, 0.3), [196, 140], [225, 108], [254, 140]) +
      polygon(darker(roof, 0.3), [188, 142], [225, 100], [262, 142], [254, 142], [225, 110], [196, 142]),
    sashes([118, 192, 44, 40, 2], [284, 192, 44, 40, 2]),
    door(210, FOOT, 30, 52, accent),
    faded(0.2, rect(86, 176, 278, 20, '#1c2430')),
    polygon(darker(roof, 0.15), [78, 178], [98, 158], [352, 158], [372, 178]),
    rects(
      '#fbfaf6',
      [86, 176, 264, 358].map((x) => [x, 178, 5, 76] as const),
    ),
    rects('#fbfaf6', [
      [86, 234, 92, 3],
      [266, 234, 94, 3],
    ]),
  ].join('');
}

/** A wooden house on stumps, with stairs to its verandah. */
function raised(built: Built): string {
  const { wall, roof, accent } = built;
  return [
    rect(104, 214, 240, 38, darker(wall, 0.45)),
    rects(
      '#fbfaf6',
      [104, 150, 196, 252, 298, 340].map((x) => [x, 212, 5, 40] as const),
    ),
    rect(104, 142, 240, 72, wall) + courses({ ...built, isBrick: false }, 104, 142, 240, 70),
    polygon(roof, [92, 142], [160, 82], [288, 82], [356, 142]) +
      polygon(darker(roof, 0.14), [84, 150], [100, 136], [348, 136], [364, 150]),
    sashes([122, 160, 36, 34, 2], [166, 160, 26, 34, 1], [284, 160, 44, 34, 3]),
    door(222, 212, 28, 46, accent),
    rects('#fbfaf6', [
      [96, 190, 114, 3],
      [262, 190, 90, 3],
      ...[96, 118, 140, 162, 184, 206, 262, 284, 306, 328, 349].map((x) => [x, 190, 2, 24] as const),
    ]),
    rect(92, 212, 264, 5, '#e6dfd2'),
    Array.from({ length: 6 }, (_, at) =>
      rect(214 - at * 2, 216 + at * 6, 44 + at * 4, 5, at % 2 ? '#d8cfc0' : '#c6bcab'),
    ).join(''),
  ].join('');
}

/** Two storeys under a hip roof, with a double garage. */
function twoStoreys(built: Built): string {
  const { choices, wall, roof, accent } = built;
  const upper = choices.pick([wall, '#f3ece0', lighter(wall, 0.35)]);
  return [
    rect(108, 176, 250, FOOT - 176, wall) + courses(built, 108, 176, 250, 76),
    rect(118, 110, 190, 66, upper),
    polygon(roof, [106, 112], [160, 66], [266, 66], [320, 112]) +
      polygon(darker(roof, 0.12), [300, 178], [318, 152], [352, 152], [370, 178]),
    rect(100, 172, 210, 6, darker(roof, 0.2)),
    sashes([134, 126, 40, 34, 2], [252, 126, 40, 34, 2]),
    glazing(192, 122, 42, 50, 2) +
      rects('#fbfaf6', [[186, 152, 54, 3], ...[188, 198, 208, 218, 228, 236].map((x) => [x, 152, 2, 22] as const)]),
    sashes([124, 194, 52, 38, 3]),
    door(204, FOOT, 32, 56, accent),
    garage(262, FOOT, 84, 56, lighter(roof, 0.5)),
  ].join('');
}

/** Two gables with boards, and the door between them. */
function twinGables(built: Built): string {
  const { choices, wall, roof, accent } = built;
  const gable = (x: number, width: number, peak: number) =>
    polygon(wall, [x, 160], [x + width / 2, peak], [x + width, 160], [x + width, FOOT], [x, FOOT]) +
    courses(built, x, 160, width, 90) +
    polygon(
      darker(roof, 0.1),
      [x - 10, 166],
      [x + width / 2, peak - 10],
      [x + width + 10, 166],
      [x + width, 168],
      [x + width / 2, peak + 6],
      [x, 168],
    );
  return [
    polygon(roof, [110, 160], [150, 106], [310, 106], [350, 160]) + rect(180, 158, 110, FOOT - 158, darker(wall, 0.08)),
    gable(100, 92, 96) + gable(270, 96, choices.pick([90, 110])),
    sashes([122, 182, 48, 42, 3], [294, 182, 48, 42, 3], [136, 126, 20, 22, 1]),
    rect(192, 186, 78, 7, darker(roof, 0.2)) +
      rects('#fbfaf6', [
        [196, 192, 5, 60],
        [262, 192, 5, 60],
      ]),
    door(216, FOOT, 30, 54, accent),
  ].join('');
}

/** Low, under a slanted roof, with a wall of stone. */
function skillion(built: Built): string {
  const { choices, wall, roof, accent } = built;
  const stone = choices.pick(['#a79a8a', '#8f8a84', '#b5a68e']);
  const stones = Array.from(
    { length: 20 },
    (_, at) => [246 + (at % 4) * 11, 128 + Math.floor(at / 4) * 24 + (at % 2) * 5, 9, 16] as const,
  );
  return [
    polygon(wall, [96, 158], [340, 128], [340, FOOT], [96, FOOT]) + courses(built, 96, 166, 150, 86),
    glazing(110, 184, 90, 60, 4),
    polygon(GLASS, [300, 140], [336, 136], [336, 160], [300, 162]),
    rect(242, 112, 48, FOOT - 112, stone) + rects(darker(stone, 0.14), stones),
    polygon(darker(roof, 0.1), [78, 154], [356, 118], [356, 128], [78, 166]),
    door(210, FOOT, 28, 56, accent),
    rect(296, 174, 112, 6, darker(roof, 0.25)) +
      rects('#6b5442', [[402, 180, 4, 72]]) +
      rect(300, 180, 40, 72, darker(wall, 0.25)),
    faded(0.3, rect(340, 180, 62, 72, '#1c2430')),
  ].join('');
}

/** A small cottage with a steep roof and a porch. */
function cottage(built: Built): string {
  const { wall, roof, accent } = built;
  return [
    rect(136, 168, 170, FOOT - 168, wall) + courses(built, 136, 168, 170, 84),
    rect(148, 62, 16, 50, '#a2684e') + rect(278, 74, 14, 40, '#a2684e'),
    polygon(roof, [124, 172], [168, 84], [274, 84], [318, 172]),
    polygon(lighter(wall, 0.3), [196, 132], [221, 100], [246, 132]) +
      polygon(darker(roof, 0.25), [188, 136], [221, 92], [254, 136], [246, 136], [221, 103], [196, 136]),
    sashes([214, 112, 14, 16, 1], [150, 188, 38, 40, 2], [254, 188, 38, 40, 2]),
    polygon(darker(roof, 0.12), [180, 184], [192, 170], [250, 170], [262, 184]) +
      rects('#fbfaf6', [
        [186, 184, 4, 68],
        [252, 184, 4, 68],
      ]),
    door(207, FOOT, 28, 52, accent),
  ].join('');
}

/** The forms of detached houses. */
export const HOUSE_FORMS = [
  hipped,
  gabled,
  modern,
  verandah,
  raised,
  twoStoreys,
  twinGables,
  skillion,
  cottage,
] as const;
