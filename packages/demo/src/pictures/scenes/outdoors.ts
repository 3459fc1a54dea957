import { circle, darker, ellipse, faded, lighter, mix, polygon, rect, shape, type Colour } from '../shapes.js';
import type { Variation } from '../variation.js';

const SKIES: readonly (readonly [Colour, Colour])[] = [
  ['#8fcdf2', '#e6f5fc'],
  ['#a8d8f0', '#fdf1dc'],
  ['#7fb8e6', '#f7e3c8'],
  ['#b7d3ea', '#f6efe6'],
  ['#f0b98d', '#fbe9cf'],
];
const GREENS = ['#5e9c5a', '#6fae62', '#7fb069', '#88a95b', '#94a85a'] as const;
const LEAVES = ['#3f7d4f', '#4d8b57', '#5b9460', '#6d8f4e', '#7a9a5a'] as const;

/** Where the ground of a scene begins. */
export const HORIZON = 226;

/** Sky, hills, and the lawn in front of a building. */
export function backdrop(choices: Variation): string {
  const [high, low] = choices.pick(SKIES);
  const lawn = choices.pick(GREENS);
  const hill = mix(lawn, low, 0.55);
  const clouds = [90, 230, 390].map((x) =>
    cloud(x + choices.between(-40, 40), choices.between(30, 75), choices.between(0.7, 1.2)),
  );
  const [peak, dip] = [choices.between(150, 185), choices.between(180, 205)];
  return [
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
    rect(0, 0, 480, 320, 'url(#s)'),
    circle(choices.pick([70, 410]), choices.between(45, 70), 22, lighter(low, 0.5)),
    faded(0.8, clouds.join('')),
    shape(mix(hill, high, 0.35), `M0 ${dip}Q120 ${peak - 20} 250 ${dip}T480 ${peak}V240H0z`),
    shape(hill, `M0 ${peak + 25}Q160 ${dip} 300 ${peak + 35}T480 ${dip + 8}V240H0z`),
    rect(0, HORIZON, 480, 94, lawn),
    polygon(darker(lawn, 0.08), [0, 292], [480, 278], [480, 320], [0, 320]),
  ].join('');
}

function cloud(x: number, y: number, size: number): string {
  return ellipse(x, y, 34 * size, 9 * size, '#fff') + ellipse(x - 8 * size, y - 6 * size, 16 * size, 10 * size, '#fff');
}

/** A tree of one of three forms. @param foot where its trunk stands */
export function tree(choices: Variation, x: number, foot: number, height: number): string {
  const leaf = choices.pick(LEAVES);
  const form = choices.pick(['round', 'round', 'gum', 'pine']);
  const shadow = faded(0.2, ellipse(x + 6, foot, height * 0.3, 5, '#20301f'));
  if (form === 'pine') {
    const layer = (top: number, width: number) =>
      polygon(leaf, [x, foot - top - height * 0.35], [x + width, foot - top], [x - width, foot - top]);
    return (
      shadow +
      rect(x - 3, foot - height * 0.2, 6, height * 0.2, '#76573f') +
      layer(height * 0.15, height * 0.24) +
      layer(height * 0.36, height * 0.19) +
      layer(height * 0.58, height * 0.14)
    );
  }
  const bark = form === 'gum' ? '#d8cdbd' : '#84614a';
  const crown = form === 'gum' ? mix(leaf, '#8fa38a', 0.5) : leaf;
  const [wide, top] = [height * 0.26, foot - height * 0.68];
  return [
    shadow,
    polygon(bark, [x - 4, foot], [x + 4, foot], [x + 2, top], [x - 2, top]),
    circle(x - wide * 0.6, top + 4, wide * 0.75, darker(crown, 0.12)),
    circle(x + wide * 0.65, top + 2, wide * 0.7, crown),
    circle(x, top - wide * 0.5, wide * 0.85, lighter(crown, 0.08)),
  ].join('');
}

/** A bush, or a row of them. */
export function bushes(choices: Variation, from: number, to: number, foot: number): string {
  let drawn = '';
  for (let x = from; x < to; x += choices.between(15, 22)) {
    const radius = choices.between(9, 14);
    drawn += circle(x, foot - radius * 0.6, radius, mix(choices.pick(LEAVES), '#9cc083', choices.between(0, 0.35)));
    if (choices.chance(0.25))
      drawn += circle(x + 3, foot - radius, 2.5, choices.pick(['#f2c14e', '#e87a90', '#f4f1de']));
  }
  return drawn;
}
