import type { Palette } from '../picture.js';
import { circle, darker, ellipse, faded, lighter, lines, mix, polygon, rect, rects, type Point } from '../shapes.js';
import { backdrop, bushes, tree } from '../scenes/outdoors.js';
import type { Variation } from '../variation.js';

/** A back garden with a deck, and a pool or a lawn. */
export function garden(choices: Variation, palette: Palette): string {
  const timber = choices.pick(['#b98a5a', '#a57b52', '#9a8f84']);
  const palings = Array.from({ length: 30 }, (_, at) => [at * 16, 186, 15, 50] as const);
  const boards: (readonly [Point, Point])[] = [0, 1, 2, 3].map((at) => [
    [0, 290 + at * 9],
    [480, 276 + at * 12],
  ]);
  return [
    backdrop(choices),
    tree(choices, 70, 222, 150),
    tree(choices, 410, 224, choices.between(110, 150)),
    rects(mix(timber, '#8d8478', 0.4), palings),
    rect(0, 194, 480, 4, darker(timber, 0.25)),
    bushes(choices, 6, 476, 240),
    choices.chance(0.55) ? pool() : lawn(choices),
    polygon(timber, [0, 282], [480, 268], [480, 320], [0, 320]),
    lines(darker(timber, 0.2), 1, boards),
    setting(choices.between(310, 350), palette),
    rect(60, 276, 34, 30, palette.primary, 3),
    bushes(choices, 64, 92, 280),
  ].join('');
}

const pool = (): string =>
  polygon('#e4ddd0', [120, 246], [330, 246], [300, 276], [70, 276]) +
  polygon('#4fb3d1', [130, 249], [320, 249], [293, 272], [86, 272]) +
  faded(
    0.6,
    lines('#ffffff', 2, [
      [
        [150, 256],
        [200, 256],
      ],
      [
        [220, 263],
        [280, 263],
      ],
      [
        [120, 266],
        [160, 266],
      ],
    ]),
  );

const lawn = (choices: Variation): string =>
  ellipse(200, 258, 120, 13, '#86b563') +
  [120, 170, 230, 280]
    .map((x) => circle(x, choices.between(252, 264), 2.4, choices.pick(['#f4f1de', '#f2c14e', '#e87a90'])))
    .join('');

function setting(x: number, { secondary, tertiary }: Palette): string {
  return [
    rect(x - 1.5, 176, 3, 104, '#6b5442'),
    polygon(tertiary, [x - 70, 196], [x, 162], [x + 70, 196]),
    polygon(lighter(tertiary, 0.55), [x - 24, 196], [x, 162], [x + 24, 196]),
    faded(0.25, ellipse(x, 300, 74, 8, '#1c2430')),
    ellipse(x, 264, 46, 9, lighter(secondary, 0.4)),
    rects('#6b5442', [
      [x - 30, 268, 4, 32],
      [x + 26, 268, 4, 32],
    ]),
    [-62, 62]
      .map(
        (at) =>
          rect(x + at - 12, 276, 24, 6, tertiary, 2) +
          rects('#6b5442', [
            [x + at - 10, 282, 3, 20],
            [x + at + 7, 282, 3, 20],
            [x + at + (at < 0 ? -12 : 9), 250, 3, 28],
          ]),
      )
      .join(''),
  ].join('');
}
