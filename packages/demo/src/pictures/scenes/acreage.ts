import type { Palette } from '../picture.js';
import { circle, darker, ellipse, lines, mix, polygon, rect, rects, shape, type Point } from '../shapes.js';
import type { Variation } from '../variation.js';
import { backdrop, tree } from './outdoors.js';

/** A homestead in its paddocks: verandah, tank, windmill or shed, dam, fence. */
export function acreage(choices: Variation, palette: Palette): string {
  const dry = choices.chance(0.5);
  const paddock = dry ? '#d2bd7a' : '#9bb867';
  const x = choices.between(150, 230);
  const posts = [0, 60, 130, 215, 320, 450].map((at) => [at, 268 + at * 0.075, 5, 26 + at * 0.03] as const);
  const wires: (readonly [Point, Point])[] = [6, 15].map((down) => [
    [0, 268 + down],
    [480, 304 + down],
  ]);
  return [
    backdrop(choices),
    shape(paddock, 'M0 232Q130 212 270 228T480 220V320H0z'),
    shape(mix(paddock, '#7f9a4e', 0.35), 'M0 262Q200 238 480 268V320H0z'),
    [40, 96, 420, 456].map((at) => tree(choices, at, 236 + choices.between(-4, 6), choices.between(50, 90))).join(''),
    homestead(x, mix(palette.primary, '#7a4a3a', 0.4), palette.tertiary),
    choices.chance(0.5) ? windmill(x + 150, 226) : shed(x + 128, 232, darker(palette.secondary, 0.25)),
    ellipse(104, 272, 62, 11, '#7fb2c9'),
    ellipse(96, 270, 34, 5, '#a9d0df'),
    Array.from({ length: 7 }, () => sheep(choices.between(220, 460), choices.between(250, 266))).join(''),
    rects('#7d6b58', posts),
    lines('#7d6b58', 1.2, wires),
  ].join('');
}

function homestead(x: number, roof: string, accent: string): string {
  const posts = Array.from({ length: 6 }, (_, at) => [x - 8 + at * 23, 202, 3, 32] as const);
  return [
    rect(x, 196, 106, 38, '#f3ece0'),
    rects('#8fb9cc', [
      [x + 10, 206, 18, 16],
      [x + 76, 206, 18, 16],
    ]),
    rect(x + 45, 204, 15, 30, accent),
    polygon(roof, [x + 6, 196], [x + 26, 160], [x + 82, 160], [x + 102, 196]),
    polygon(darker(roof, 0.15), [x - 16, 204], [x + 4, 192], [x + 102, 192], [x + 122, 204]),
    rects('#fbfaf6', posts),
    rect(x + 66, 150, 9, 16, '#a2684e'),
    rect(x - 42, 208, 24, 26, '#b9c3c9'),
    ellipse(x - 30, 208, 12, 3, '#d3dade'),
  ].join('');
}

function windmill(x: number, foot: number): string {
  const vanes = Array.from({ length: 8 }, (_, at): readonly [Point, Point] => {
    const angle = (at * Math.PI) / 4;
    return [
      [x, foot - 86],
      [x + Math.cos(angle) * 19, foot - 86 + Math.sin(angle) * 19],
    ];
  });
  const legs: (readonly [Point, Point])[] = [
    [
      [x, foot - 84],
      [x - 14, foot],
    ],
    [
      [x, foot - 84],
      [x + 14, foot],
    ],
    [
      [x - 8, foot - 36],
      [x + 8, foot - 36],
    ],
  ];
  return (
    lines('#7b858c', 2, legs) +
    lines('#8d979e', 5, vanes) +
    circle(x, foot - 86, 4, '#5b656c') +
    polygon('#8d979e', [x + 4, foot - 88], [x + 34, foot - 96], [x + 34, foot - 80])
  );
}

function shed(x: number, foot: number, roof: string): string {
  return [
    rect(x, foot - 32, 70, 32, '#b98a6d'),
    rect(x + 20, foot - 26, 30, 26, '#5b4636'),
    polygon(roof, [x - 6, foot - 30], [x + 35, foot - 54], [x + 76, foot - 30]),
  ].join('');
}

const sheep = (x: number, y: number): string => ellipse(x, y, 5, 3.4, '#fbf7ee') + circle(x + 5, y - 2, 1.8, '#4a4038');
