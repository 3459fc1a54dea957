import type { Palette } from '../picture.js';
import {
  circle,
  darker,
  ellipse,
  faded,
  lighter,
  lines,
  mix,
  polygon,
  rect,
  rects,
  type Colour,
  type Point,
} from '../shapes.js';
import type { Variation } from '../variation.js';

/** The back wall of a room: its corners, and the line where the floor begins. */
export const BACK = { left: 104, right: 376, top: 56, floor: 214 } as const;
/** The point where the edges of the floor meet. */
const VANISHING: Point = [240, 75];

const FLOORS = ['#c99f6e', '#b98a5a', '#d8b98a', '#a57b52', '#cfc4b4'] as const;

/** Walls, ceiling and floor in perspective. */
export function shell(choices: Variation, { secondary }: Palette, floor: Colour = choices.pick(FLOORS)): string {
  const wall = mix(lighter(secondary, 0.45), choices.pick(['#f6f1e7', '#eef1f0', '#f3e9dc', '#e9edf1']), 0.6);
  const feature = mix(wall, choices.pick([secondary, '#8fa08a', '#b9826a', '#6f8797', '#c9b48a', '#5d6470']), 0.45);
  const panels = [0, 1, 2, 3, 4, 5].map((at) => [BACK.left + 12 + at * 43, 70, 1.5, 138] as const);
  const { left, right, top, floor: foot } = BACK;
  const boards = Array.from({ length: 11 }, (_, at): readonly [Point, Point] => {
    const x = 40 + at * 40;
    const share = (320 - foot) / (320 - VANISHING[1]);
    return [
      [x, 320],
      [x + (VANISHING[0] - x) * share, foot],
    ];
  });
  return [
    rect(0, 0, 480, 320, wall),
    choices.chance(0.45) ? rect(left, top, right - left, foot - top, feature) : '',
    choices.chance(0.25) ? rects(darker(wall, 0.12), panels) : '',
    polygon(lighter(wall, 0.6), [0, 0], [480, 0], [right, top], [left, top]),
    polygon(darker(wall, 0.1), [0, 0], [left, top], [left, foot], [0, 320]),
    polygon(darker(wall, 0.05), [480, 0], [right, top], [right, foot], [480, 320]),
    polygon(floor, [0, 320], [left, foot], [right, foot], [480, 320]),
    faded(0.35, lines(darker(floor, 0.35), 1, boards)),
    polygon('#fbfaf6', [left, foot - 6], [right, foot - 6], [right, foot], [left, foot]),
  ].join('');
}

/** A window in the back wall, with a view. */
export function view(choices: Variation, x: number, y: number, width: number, height: number): string {
  const hill = choices.pick(['#7fb069', '#6fae62', '#94a85a']);
  const bars: (readonly [Point, Point])[] = [
    [
      [x + width / 2, y],
      [x + width / 2, y + height],
    ],
    [
      [x, y + height * 0.4],
      [x + width, y + height * 0.4],
    ],
  ];
  return [
    rect(x - 4, y - 4, width + 8, height + 8, '#fdfcf9'),
    rect(x, y, width, height, choices.fixed('sky', ['#a9d8f5', '#bfe0f2', '#f9dcb8', '#cfd8de', '#46558c'])),
    choices.fixed('outlook', [true, false, false])
      ? rects(
          '#8d9bb0',
          [0.06, 0.26, 0.5, 0.72].map((at, nth) => [
            x + width * at,
            y + height * (nth % 2 ? 0.45 : 0.65),
            width * 0.18,
            height * (nth % 2 ? 0.55 : 0.35),
          ]),
        )
      : '',
    ellipse(x + width * 0.5, y + height, width * 0.5, height * choices.between(0.25, 0.4), hill),
    circle(x + width * 0.22, y + height * 0.72, height * 0.2, darker(hill, 0.25)),
    lines('#fdfcf9', 3, bars),
    faded(0.3, polygon('#ffffff', [x, y + height * 0.8], [x + width * 0.5, y], [x + width * 0.7, y], [x, y + height])),
    rect(x - 7, y + height + 4, width + 14, 4, '#eeeae2'),
  ].join('');
}

/** A picture on the wall, in the colours of the account. */
export function art(
  choices: Variation,
  { primary, secondary, tertiary }: Palette,
  x: number,
  y: number,
  size: number,
): string {
  const shown = choices.pick([
    circle(x + size * 0.45, y + size * 0.5, size * 0.24, tertiary) +
      rect(x + 3, y + size * 0.62, size * 0.74, size * 0.3, primary),
    polygon(primary, [x + 3, y + size * 0.92], [x + size * 0.35, y + size * 0.3], [x + size * 0.77, y + size * 0.92]) +
      circle(x + size * 0.6, y + size * 0.28, size * 0.1, tertiary),
    rect(x + size * 0.12, y + size * 0.15, size * 0.25, size * 0.7, tertiary) +
      rect(x + size * 0.42, y + size * 0.35, size * 0.25, size * 0.5, primary),
  ]);
  return (
    rect(x, y, size * 0.8, size, '#4a4038') +
    rect(x + 3, y + 3, size * 0.8 - 6, size - 6, lighter(secondary, 0.5)) +
    shown
  );
}

/** A plant in a pot. */
export function plant(choices: Variation, x: number, foot: number, height: number, pot: Colour): string {
  const leaf = choices.pick(['#4d8b57', '#3f7d4f', '#6d8f4e']);
  const leaves = [-0.5, -0.25, 0, 0.28, 0.52].map(
    (lean) =>
      `<ellipse rx="${Math.round(height * 0.1)}" ry="${Math.round(height * 0.36)}" fill="${lean > 0 ? leaf : lighter(leaf, 0.15)}" transform="translate(${Math.round(x + lean * height * 0.5)} ${Math.round(foot - height * 0.62)}) rotate(${Math.round(lean * 70)})"/>`,
  );
  return (
    leaves.join('') +
    polygon(
      pot,
      [x - height * 0.16, foot - height * 0.3],
      [x + height * 0.16, foot - height * 0.3],
      [x + height * 0.12, foot],
      [x - height * 0.12, foot],
    )
  );
}

/** A lamp that hangs from the ceiling. */
export const pendant = (x: number, foot: number, colour: Colour): string =>
  rect(x - 0.7, 20, 1.4, foot - 34, '#4a4038') +
  polygon(colour, [x - 5, foot - 16], [x + 5, foot - 16], [x + 14, foot], [x - 14, foot]) +
  faded(0.9, ellipse(x, foot, 12, 3, '#fff3c9'));
