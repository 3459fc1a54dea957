import type { Palette } from './picture.js';
import {
  brightness,
  circle,
  darker,
  ellipse,
  faded,
  lighter,
  mix,
  polygon,
  rect,
  shape,
  stroke,
  type Colour,
} from './shapes.js';
import type { Variation } from './variation.js';

const SKINS = ['#f6d7bf', '#eec1a0', '#dba47e', '#c68a60', '#a56f4a', '#7f5236', '#5e3c28'] as const;
const HAIRS = [
  '#2a211c',
  '#3b2a20',
  '#5a3b26',
  '#8a5a33',
  '#c08a4a',
  '#d8b16a',
  '#8f3f23',
  '#9a9a98',
  '#d6d3cd',
  '#1d1b1f',
] as const;

interface Face {
  readonly skin: Colour;
  readonly hair: Colour;
  readonly scarf: Colour;
}

/** A friendly person in the colours of the agency. */
export function portrait(choices: Variation, palette: Palette): string {
  const skin = choices.pick(SKINS);
  const hair = choices.pick(brightness(skin) < 0.55 ? HAIRS.slice(0, 3) : HAIRS);
  const face = { skin, hair, scarf: mix(palette.tertiary, '#ffffff', 0.15) };
  const [behind, before] = choices.pick(choices.chance(0.06) ? STYLES : STYLES.slice(0, -1))(face);
  const beard = behind === '' && choices.chance(0.35);
  return [
    rect(0, 0, 240, 240, mix(palette.secondary, choices.pick(['#ffffff', palette.tertiary, palette.primary]), 0.3)),
    circle(120, 112, 92, lighter(palette.secondary, 0.35)),
    behind,
    clothes(choices, palette, skin),
    shape(darker(skin, 0.12), 'M100 138h40v34q-20 16-40 0z'),
    ellipse(76, 112, 8, 12, darker(skin, 0.06)) + ellipse(164, 112, 8, 12, darker(skin, 0.06)),
    ellipse(120, 106, 45, 54, skin),
    beard ? shape(faceHair(hair), 'M77 112Q80 166 120 166T163 112Q158 134 142 134Q120 126 98 134Q82 134 77 112z') : '',
    features(choices, face),
    before,
    choices.chance(0.3) ? glasses(choices.pick(['#2b2d33', '#7a5230', palette.primary])) : '',
  ].join('');
}

const faceHair = (hair: Colour): Colour => mix(hair, '#6b5442', 0.2);

/** The hair behind the head, and the hair on it. */
type Style = (face: Face) => readonly [behind: string, before: string];

const STYLES: readonly Style[] = [
  // Short, parted.
  ({ hair }) => ['', shape(hair, 'M73 108Q66 50 118 46Q172 44 167 108Q160 80 148 74Q122 84 96 72Q80 84 73 108z')],
  // Cropped.
  ({ hair }) => ['', shape(hair, 'M75 100Q72 52 120 50T165 100Q158 72 120 70T75 100z')],
  // Bald, with a fringe at the sides.
  ({ hair }) => ['', shape(hair, 'M73 112Q70 88 78 80L81 104zM167 112Q170 88 162 80L159 104z')],
  // Long.
  ({ hair }) => [
    shape(hair, 'M66 110Q60 42 120 42T174 110V186Q120 204 66 186z'),
    shape(hair, 'M74 112Q74 60 120 58T166 112Q162 76 132 66Q100 88 74 112z'),
  ],
  // A bob.
  ({ hair }) => [
    shape(hair, 'M64 112Q60 44 120 44T176 112V150Q150 160 140 140H100Q90 160 64 150z'),
    shape(hair, 'M74 104Q78 60 120 58T166 104Q150 84 120 84T74 104z'),
  ],
  // A bun.
  ({ hair }) => [circle(120, 42, 20, hair), shape(hair, 'M74 110Q70 52 120 50T166 110Q160 78 120 74T74 110z')],
  // Curls.
  ({ hair }) => [
    [
      [76, 78],
      [92, 58],
      [120, 50],
      [148, 58],
      [164, 78],
      [68, 104],
      [172, 104],
      [70, 128],
      [170, 128],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 22, hair))
      .join(''),
    [
      [88, 68],
      [106, 60],
      [128, 58],
      [150, 68],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 15, lighter(hair, 0.06)))
      .join(''),
  ],
  // A scarf over the hair.
  ({ scarf }) => [
    shape(scarf, 'M62 116Q58 40 120 40T178 116Q184 190 120 198T62 116z'),
    shape(darker(scarf, 0.12), 'M73 112Q72 56 120 54T167 112Q162 72 120 70T73 112z') +
      shape(scarf, 'M78 150Q120 188 162 150L168 196H72z'),
  ],
];

function features(choices: Variation, { skin, hair }: Face): string {
  const eye = choices.pick(['#3b2a20', '#4a6a7a', '#4d6b45', '#2a211c']);
  const brow = mix(hair, '#3b2a20', 0.4);
  const smile = choices.pick(['M101 132Q120 150 139 132', 'M100 131Q120 152 140 131z']);
  return [
    faded(0.3, ellipse(92, 126, 9, 6, '#e2725b') + ellipse(148, 126, 9, 6, '#e2725b')),
    ellipse(102, 106, 6, 4.6, '#fff') + ellipse(138, 106, 6, 4.6, '#fff'),
    circle(103, 106, 3.4, eye) + circle(139, 106, 3.4, eye),
    stroke(brow, 3, `M93 94Q102 ${choices.pick([88, 90])} 111 94M129 94Q138 89 147 94`),
    stroke(darker(skin, 0.22), 2.4, 'M120 106Q116 120 121 122'),
    smile.endsWith('z')
      ? shape('#fff', smile) + stroke(darker(skin, 0.45), 2, smile)
      : stroke(darker(skin, 0.45), 3, smile),
  ].join('');
}

const glasses = (colour: Colour): string =>
  stroke(colour, 2.6, 'M88 100h26v14q-13 8-26 0zM126 100h26v14q-13 8-26 0zM114 104q6-4 12 0M88 104l-13-3M152 104l13-3');

function clothes(choices: Variation, { primary, secondary, tertiary }: Palette, skin: Colour): string {
  const jacket = choices.pick([primary, primary, darker(primary, 0.35), mix(primary, '#5b5f66', 0.5)]);
  const shirt = choices.pick(['#ffffff', lighter(secondary, 0.4), lighter(tertiary, 0.75)]);
  const body = shape(jacket, 'M26 240Q30 182 92 168L120 190L148 168Q210 182 214 240z');
  const tied = choices.chance(0.4);
  return [
    body,
    polygon(shirt, [98, 166], [142, 166], [132, 240], [108, 240]),
    tied
      ? polygon(tertiary, [114, 182], [126, 182], [130, 230], [120, 240], [110, 230])
      : polygon(skin, [104, 164], [136, 164], [120, 196]),
    polygon(darker(jacket, 0.18), [92, 168], [104, 162], [116, 214], [104, 240], [92, 212]),
    polygon(darker(jacket, 0.18), [148, 168], [136, 162], [124, 214], [136, 240], [148, 212]),
  ].join('');
}
