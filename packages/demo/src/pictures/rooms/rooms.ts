import type { Palette } from '../picture.js';
import { circle, darker, ellipse, faded, lighter, lines, mix, polygon, rect, rects, type Point } from '../shapes.js';
import type { Variation } from '../variation.js';
import { art, pendant, plant, shell, view } from './room.js';

const TIMBERS = ['#b98a5a', '#8f6a4a', '#d2a877', '#6f5a48'] as const;

/** A kitchen with an island. */
export function kitchen(choices: Variation, palette: Palette): string {
  const front = choices.pick([
    '#fbfaf6',
    darker(palette.primary, 0.05),
    mix(palette.primary, '#ffffff', 0.55),
    '#e4ddd0',
  ]);
  const timber = choices.pick(TIMBERS);
  const tiles: (readonly [Point, Point])[] = [132, 146].map((y) => [
    [124, y],
    [316, y],
  ]);
  return [
    shell(choices, palette),
    rect(124, 118, 192, 42, lighter(palette.secondary, 0.25)),
    lines('#ffffff', 1, tiles),
    view(choices, 136, 74, 56, 44),
    polygon('#aeb4b8', [238, 62], [272, 62], [284, 104], [226, 104]),
    rect(286, 58, 40, 52, front),
    rects(darker(front, 0.14), [[305, 58, 1.5, 52]]),
    rect(108, 158, 216, 5, '#5f6266'),
    rect(110, 163, 214, 50, front),
    rects(
      darker(front, 0.14),
      [146, 182, 218, 254, 290].map((x) => [x, 165, 1.5, 46] as const),
    ),
    rect(232, 167, 46, 42, '#7b8288'),
    rect(238, 178, 34, 20, '#39424d'),
    rect(326, 84, 46, 130, '#c3c9cd'),
    rects('#8d959b', [
      [326, 128, 46, 2],
      [331, 100, 3, 22],
      [331, 136, 3, 34],
    ]),
    polygon('#f2efe9', [70, 236], [366, 236], [404, 256], [34, 256]),
    rect(34, 256, 370, 6, '#dcd7ce'),
    rect(50, 262, 338, 58, timber),
    faded(0.25, rect(50, 262, 338, 10, '#1c2430')),
    [110, 220, 330].map((x) => stool(x, palette.tertiary)).join(''),
    ellipse(150, 244, 24, 6, palette.tertiary),
    circle(142, 238, 6, '#e9a23b') + circle(153, 236, 6, '#d9533b') + circle(161, 240, 5, '#8fb04a'),
    [130, 210].map((x) => pendant(x, choices.pick([92, 100]), palette.primary)).join(''),
    plant(choices, 306, 246, 44, palette.primary),
  ].join('');
}

const stool = (x: number, colour: string): string =>
  rects('#4a4038', [
    [x - 14, 292, 3, 28],
    [x + 11, 292, 3, 28],
  ]) + rect(x - 18, 284, 36, 9, colour, 4);

/** A living room with a sofa. */
export function living(choices: Variation, palette: Palette): string {
  const sofa = choices.pick([
    mix(palette.primary, '#ffffff', 0.25),
    '#8a8f94',
    '#b7a58e',
    mix(palette.primary, '#8a8f94', 0.5),
  ]);
  const cushions = [palette.tertiary, lighter(palette.secondary, 0.2), mix(palette.tertiary, '#ffffff', 0.45)];
  return [
    shell(choices, palette),
    view(choices, 150, 70, 104, 92),
    polygon(lighter(palette.secondary, 0.35), [128, 60], [150, 60], [144, 200], [126, 200]),
    polygon(lighter(palette.secondary, 0.35), [254, 60], [276, 60], [280, 200], [260, 200]),
    art(choices, palette, 300, 84, 58),
    polygon(mix(palette.secondary, palette.primary, 0.2), [96, 246], [384, 246], [446, 308], [34, 308]),
    polygon(lighter(palette.secondary, 0.3), [112, 251], [368, 251], [416, 301], [64, 301]),
    faded(0.2, ellipse(236, 252, 150, 10, '#1c2430')),
    rect(104, 168, 264, 62, sofa, 12),
    rect(96, 196, 34, 54, darker(sofa, 0.1), 10),
    rect(342, 196, 34, 54, darker(sofa, 0.1), 10),
    rect(126, 206, 220, 36, lighter(sofa, 0.12), 8),
    rects(darker(sofa, 0.12), [[235, 206, 2, 34]]),
    [140, 172, 296]
      .map(
        (x, at) => `<g transform="rotate(${at * 9 - 8} ${x} 200)">${rect(x, 184, 34, 32, cushions[at] ?? sofa, 6)}</g>`,
      )
      .join(''),
    rects('#4a4038', [
      [108, 248, 6, 10],
      [358, 248, 6, 10],
    ]),
    ellipse(240, 282, 70, 13, choices.pick(TIMBERS)),
    ellipse(240, 279, 70, 12, '#d8b98a'),
    rect(214, 270, 34, 5, palette.primary) + rect(218, 265, 28, 5, palette.tertiary),
    rect(408, 116, 3, 158, '#4a4038') +
      ellipse(409.5, 274, 16, 4, '#4a4038') +
      polygon('#fbeec5', [396, 96], [424, 96], [434, 124], [386, 124]),
    plant(choices, 62, 272, 110, palette.tertiary),
  ].join('');
}

/** A bedroom. */
export function bedroom(choices: Variation, palette: Palette): string {
  const timber = choices.pick(TIMBERS);
  const head = choices.pick([timber, mix(palette.primary, '#ffffff', 0.3), '#b7a58e']);
  return [
    shell(choices, palette),
    view(choices, 112, 76, 62, 76),
    art(choices, palette, 206, 66, 44),
    art(choices, palette, 258, 66, 44),
    polygon(lighter(palette.secondary, 0.4), [60, 262], [420, 262], [470, 316], [10, 316]),
    rect(160, 132, 196, 90, head, 10),
    [118, 362].map((x) => nightstand(x, timber)).join(''),
    polygon('#fdfcf9', [164, 196], [352, 196], [392, 286], [124, 286]),
    rect(176, 168, 74, 36, '#ffffff', 12) + rect(266, 168, 74, 36, '#ffffff', 12),
    rect(196, 180, 48, 28, palette.tertiary, 9) + rect(272, 180, 48, 28, lighter(palette.tertiary, 0.45), 9),
    polygon(lighter(palette.secondary, 0.15), [154, 218], [362, 218], [392, 286], [124, 286]),
    polygon(mix(palette.primary, '#ffffff', 0.1), [143, 244], [373, 244], [392, 286], [124, 286]),
    polygon(darker(palette.primary, 0.15), [124, 286], [392, 286], [390, 306], [126, 306]),
    rects('#4a4038', [
      [130, 306, 8, 8],
      [378, 306, 8, 8],
    ]),
    faded(0.25, polygon('#ffffff', [250, 218], [276, 218], [276, 286], [240, 286])),
    pendant(394, 62, palette.primary),
    plant(choices, 436, 278, 84, palette.primary),
  ].join('');
}

const nightstand = (x: number, timber: string): string =>
  rect(x, 196, 36, 40, timber) +
  rects(darker(timber, 0.3), [
    [x, 214, 36, 2],
    [x + 15, 204, 6, 2],
  ]) +
  rect(x + 16, 174, 4, 22, '#4a4038') +
  polygon('#fbeec5', [x + 9, 156], [x + 27, 156], [x + 32, 178], [x + 4, 178]);

/** A bathroom with a free-standing tub. */
export function bathroom(choices: Variation, palette: Palette): string {
  const timber = choices.pick(TIMBERS);
  const rows: (readonly [Point, Point])[] = [84, 112, 140, 168, 196].map((y) => [
    [104, y],
    [376, y],
  ]);
  const columns: (readonly [Point, Point])[] = [138, 172, 206, 240, 274, 308, 342].map((x) => [
    [x, 56],
    [x, 214],
  ]);
  return [
    shell(choices, palette, choices.pick(['#c9c9c6', '#b9bfc2', '#d8cfc2'])),
    polygon(mix(palette.secondary, '#ffffff', 0.35), [104, 112], [376, 112], [376, 214], [104, 214]),
    faded(0.6, lines('#ffffff', 1.2, [...rows, ...columns])),
    view(choices, 126, 70, 92, 50),
    circle(318, 104, 31, '#c9a36a') +
      circle(318, 104, 28, '#d7eaf1') +
      faded(0.5, polygon('#ffffff', [300, 122], [326, 80], [336, 84], [308, 128])),
    rect(272, 158, 96, 8, '#fdfcf9'),
    rect(276, 166, 88, 48, timber),
    rects(darker(timber, 0.25), [
      [319, 166, 2, 48],
      [310, 186, 5, 2],
      [325, 186, 5, 2],
    ]),
    ellipse(320, 157, 25, 6, '#ffffff') + rect(316, 140, 3, 14, '#c9a36a') + rect(316, 139, 14, 3, '#c9a36a'),
    faded(0.2, ellipse(170, 274, 112, 12, '#1c2430')),
    `<path fill="#fff" d="M66 196Q170 212 274 196Q274 268 230 272H110Q66 268 66 196z"/>`,
    ellipse(170, 198, 104, 13, '#e6ebee') + ellipse(170, 200, 92, 9, '#a9d4e4'),
    rects('#c9a36a', [
      [258, 142, 4, 58],
      [238, 142, 22, 4],
    ]),
    rect(60, 150, 26, 62, palette.tertiary, 3) + rect(60, 194, 26, 6, lighter(palette.tertiary, 0.5)),
    polygon(mix(palette.primary, '#ffffff', 0.3), [226, 282], [350, 282], [374, 306], [210, 306]),
    plant(choices, 418, 284, 104, palette.primary),
  ].join('');
}
