import {
  circle,
  darker,
  ellipse,
  faded,
  lighter,
  mix,
  polygon,
  rect,
  rects,
  shape,
  stroke,
  type Colour,
} from '../shapes.js';
import type { Variation } from '../variation.js';

/** The hour of a picture: its sky, from high to low, and how dark it is. */
const HOURS: readonly {
  readonly sky: readonly [Colour, Colour];
  readonly shade?: Colour;
  readonly isDark?: boolean;
}[] = [
  { sky: ['#8fcdf2', '#e6f5fc'] },
  { sky: ['#6fb7ea', '#d9eefb'] },
  { sky: ['#a8d8f0', '#fdf1dc'] },
  { sky: ['#7fb8e6', '#f7e3c8'] },
  { sky: ['#c3d0d9', '#eef1f2'] },
  { sky: ['#f0b98d', '#fbe9cf'], shade: '#d98a4a' },
  { sky: ['#5a6ea8', '#f2b7a0'], shade: '#4a3f78', isDark: true },
];

/** A season: its lawns and its leaves. */
const SEASONS: readonly {
  readonly lawns: readonly Colour[];
  readonly leaves: readonly Colour[];
  readonly isBare?: boolean;
}[] = [
  { lawns: ['#5e9c5a', '#6fae62', '#7fb069'], leaves: ['#3f7d4f', '#4d8b57', '#5b9460', '#6d8f4e', '#7a9a5a'] },
  { lawns: ['#88a95b', '#94a85a', '#b3ad68'], leaves: ['#4d8b57', '#6d8f4e', '#7a9a5a', '#8a9a55'] },
  { lawns: ['#7fb069', '#86b86a'], leaves: ['#5b9460', '#7fae62', '#e7a8bd', '#f0c4d2', '#9c8fd0'] },
  { lawns: ['#8fa65c', '#94a85a'], leaves: ['#c8752f', '#d99a3a', '#b5503a', '#8a9a55', '#d9b24a'] },
  { lawns: ['#7d9c68', '#88a274'], leaves: ['#4d7a56', '#5f8060', '#6d8f4e'], isBare: true },
];

const EVERGREENS = ['#3f7d4f', '#4d8b57', '#5b9460', '#55805a'] as const;

const hourOf = (choices: Variation) => choices.fixed('hour', HOURS);
const seasonOf = (choices: Variation) => choices.fixed('season', SEASONS);

/** Where the ground of a scene begins. */
export const HORIZON = 226;

/** Sky, what lies behind, and the lawn in front of a building. */
export function backdrop(choices: Variation): string {
  const [high, low] = hourOf(choices).sky;
  const lawn = choices.pick(seasonOf(choices).lawns);
  const hill = mix(lawn, low, 0.55);
  const clouds = [90, 230, 390].map((x) =>
    cloud(x + choices.between(-40, 40), choices.between(30, 75), choices.between(0.7, 1.2)),
  );
  return [
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
    rect(0, 0, 480, 320, 'url(#s)'),
    circle(choices.pick([70, 410]), choices.between(45, 70), 22, lighter(low, 0.5)),
    faded(0.8, clouds.join('')),
    choices.fixed('distance', [hills, hills, sea, city, forest])(choices, hill, high),
    rect(0, HORIZON, 480, 94, lawn),
    polygon(darker(lawn, 0.08), [0, 292], [480, 278], [480, 320], [0, 320]),
  ].join('');
}

function hills(choices: Variation, hill: Colour, high: Colour): string {
  const [peak, dip] = [choices.between(150, 185), choices.between(180, 205)];
  return (
    shape(mix(hill, high, 0.35), `M0 ${dip}Q120 ${peak - 20} 250 ${dip}T480 ${peak}V240H0z`) +
    shape(hill, `M0 ${peak + 25}Q160 ${dip} 300 ${peak + 35}T480 ${dip + 8}V240H0z`)
  );
}

const sea = (choices: Variation, hill: Colour, high: Colour): string =>
  rect(0, 184, 480, 50, mix(high, '#3f8fb5', 0.6)) +
  shape(hill, `M0 190Q60 ${choices.between(150, 175)} 150 196T210 214V240H0z`) +
  polygon('#ffffff', [choices.between(300, 420), 182], [330, 202], [312, 202]) +
  faded(0.5, rect(220, 198, 90, 1.5, '#ffffff') + rect(340, 208, 70, 1.5, '#ffffff'));

function city(choices: Variation, hill: Colour, high: Colour): string {
  const towers = Array.from({ length: 15 }, (_, at) => {
    const top = choices.between(110, 190);
    return [at * 33 - 6, top, choices.between(14, 30), 240 - top] as const;
  });
  return rects(mix(high, '#8d9bb0', 0.5), towers) + shape(hill, 'M0 214Q120 196 240 212T480 206V240H0z');
}

const forest = (choices: Variation, hill: Colour, high: Colour): string =>
  shape(mix(hill, high, 0.4), 'M0 180L90 120L160 170L250 110L350 176L420 140L480 170V240H0z') +
  Array.from({ length: 13 }, (_, at) =>
    ellipse(at * 40, 214, 26, choices.between(16, 34), mix(darker(hill, 0.18), high, (at % 3) * 0.08)),
  ).join('');

/** The panes of windows, which are lit when it is dark. */
export const GLASS = '#9cc7d9';

/** A finished scene in the light of its hour. */
export function inItsLight(choices: Variation, scene: string): string {
  const { shade, isDark } = hourOf(choices);
  const lit = isDark ? scene.replaceAll(GLASS, '#ffdd8f').replaceAll('#c4e0ea', '#ffe9b8') : scene;
  return shade ? `${lit}<path fill="${shade}" opacity="${isDark ? 0.26 : 0.1}" d="M0 0h480v320H0z"/>` : lit;
}

function cloud(x: number, y: number, size: number): string {
  return ellipse(x, y, 34 * size, 9 * size, '#fff') + ellipse(x - 8 * size, y - 6 * size, 16 * size, 10 * size, '#fff');
}

/** A tree of one of six forms. @param foot where its trunk stands */
export function tree(choices: Variation, x: number, foot: number, height: number): string {
  const { leaves, isBare } = seasonOf(choices);
  const form = choices.pick([broad, isBare ? bare : broad, gum, pine, poplar, palm]);
  return (
    faded(0.2, ellipse(x + 6, foot, height * 0.3, 5, '#20301f')) +
    form(x, foot, height, choices.pick(form === broad || form === poplar ? leaves : EVERGREENS))
  );
}

const trunk = (x: number, foot: number, top: number, bark: Colour): string =>
  polygon(bark, [x - 4, foot], [x + 4, foot], [x + 2, top], [x - 2, top]);

function broad(x: number, foot: number, height: number, crown: Colour, bark = '#84614a'): string {
  const [wide, top] = [height * 0.26, foot - height * 0.68];
  return [
    trunk(x, foot, top, bark),
    circle(x - wide * 0.6, top + 4, wide * 0.75, darker(crown, 0.12)),
    circle(x + wide * 0.65, top + 2, wide * 0.7, crown),
    circle(x, top - wide * 0.5, wide * 0.85, lighter(crown, 0.08)),
  ].join('');
}

const gum = (x: number, foot: number, height: number, leaf: Colour): string =>
  broad(x, foot, height, mix(leaf, '#8fa38a', 0.5), '#d8cdbd');

function pine(x: number, foot: number, height: number, leaf: Colour): string {
  const layer = (top: number, width: number) =>
    polygon(leaf, [x, foot - top - height * 0.35], [x + width, foot - top], [x - width, foot - top]);
  return (
    rect(x - 3, foot - height * 0.2, 6, height * 0.2, '#76573f') +
    layer(height * 0.15, height * 0.24) +
    layer(height * 0.36, height * 0.19) +
    layer(height * 0.58, height * 0.14)
  );
}

const poplar = (x: number, foot: number, height: number, leaf: Colour): string =>
  trunk(x, foot, foot - height * 0.3, '#84614a') +
  ellipse(x, foot - height * 0.58, height * 0.13, height * 0.44, darker(leaf, 0.1)) +
  ellipse(x - height * 0.03, foot - height * 0.6, height * 0.08, height * 0.38, lighter(leaf, 0.08));

function palm(x: number, foot: number, height: number, leaf: Colour): string {
  const [top, reach] = [foot - height * 0.8, height * 0.3];
  const frond = (dx: number, dy: number) =>
    `M${x} ${top}q${dx * reach * 0.5} ${(dy - 0.6) * reach} ${dx * reach} ${dy * reach}`.replaceAll(/(\.\d)\d+/g, '$1');
  const fronds = [
    [-1, 0.5],
    [-0.9, -0.1],
    [-0.4, -0.5],
    [0.4, -0.5],
    [0.9, -0.1],
    [1, 0.5],
  ] as const;
  return trunk(x, foot, top, '#9c7f62') + stroke(leaf, height * 0.05, fronds.map(([dx, dy]) => frond(dx, dy)).join(''));
}

function bare(x: number, foot: number, height: number): string {
  const [fork, top] = [Math.round(foot - height * 0.4), Math.round(foot - height * 0.9)];
  const twigs = [-26, -12, 0, 14, 28].map(
    (dx) => `M${Math.round(x)} ${fork}Q${Math.round(x + dx * 0.7)} ${fork} ${Math.round(x + dx)} ${top}`,
  );
  return trunk(x, foot, fork, '#7a6250') + stroke('#7a6250', 2.4, twigs.join(''));
}

/** A bush, or a row of them. */
export function bushes(choices: Variation, from: number, to: number, foot: number): string {
  let drawn = '';
  for (let x = from; x < to; x += choices.between(15, 22)) {
    const radius = choices.between(9, 14);
    drawn += circle(x, foot - radius * 0.6, radius, mix(choices.pick(EVERGREENS), '#9cc083', choices.between(0, 0.35)));
    if (choices.chance(0.25))
      drawn += circle(x + 3, foot - radius, 2.5, choices.pick(['#f2c14e', '#e87a90', '#f4f1de']));
  }
  return drawn;
}
