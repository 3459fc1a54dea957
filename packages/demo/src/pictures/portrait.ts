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

const SKINS = ['#f6d7bf', '#eec1a0', '#e0b08a', '#cf9a70', '#b98058', '#8f5e3e', '#6d452d'] as const;
const DARK_HAIRS = ['#2a211c', '#1d1b1f', '#3b2a20', '#33261f'] as const;
const HAIRS = [...DARK_HAIRS, '#5a3b26', '#6f4a2e', '#8a5a33', '#c08a4a', '#d8b16a', '#8f3f23'] as const;
const GREYS = ['#9a9a98', '#d6d3cd', '#b9b6b0', '#7d7a76'] as const;

/** The first and the last of the skins that are likely for a region. */
const LIKELY: Readonly<Record<string, readonly [number, number]>> = {
  a: [0, 2],
  e: [0, 2],
  m: [1, 3],
  s: [3, 5],
  k: [5, 6],
};

interface Face {
  readonly skin: Colour;
  readonly hair: Colour;
  readonly scarf: Colour;
  readonly isMan: boolean;
  readonly isOld: boolean;
}

/** A friendly person in the colours of the agency. @param appearance as `appearanceOf` derives it from a name */
export function portrait(choices: Variation, palette: Palette, appearance: string): string {
  const [gender = 'n', region = 'a'] = appearance;
  const isMan = gender === 'm' || (gender !== 'f' && choices.chance(0.5));
  const [lightest, darkest] = LIKELY[region] ?? [0, 2];
  const isOld = choices.chance(0.22);
  const colours = isOld ? GREYS : region === 'a' ? HAIRS : DARK_HAIRS;
  const face = {
    skin: choices.pick(SKINS.slice(lightest, darkest + 1)),
    hair: choices.pick(colours),
    scarf: mix(palette.tertiary, '#ffffff', 0.15),
    isMan,
    isOld,
  };
  const { skin, hair } = face;
  const wearsScarf = !isMan && region === 'm' && choices.chance(0.3);
  const [behind, before] = wearsScarf ? SCARF(face) : choices.pick(isMan ? MENS_STYLES : WOMENS_STYLES)(face);
  const [wide, high] = [choices.between(42, 47), choices.between(51, 56)];
  return [
    rect(0, 0, 240, 240, mix(palette.secondary, choices.pick(['#ffffff', palette.tertiary, palette.primary]), 0.3)),
    circle(120, 112, 92, lighter(palette.secondary, 0.35)),
    behind,
    clothes(choices, palette, face),
    shape(darker(skin, 0.12), 'M100 138h40v34q-20 16-40 0z'),
    ellipse(121 - wide, 112, 8, 12, darker(skin, 0.06)) + ellipse(119 + wide, 112, 8, 12, darker(skin, 0.06)),
    ellipse(120, 106, wide, high, skin),
    isMan && choices.chance(0.4) ? choices.pick(BEARDS)(hair) : '',
    features(choices, face),
    before,
    choices.chance(isOld ? 0.55 : 0.22) ? glasses(choices.pick(['#2b2d33', '#7a5230', palette.primary])) : '',
    !isMan && !wearsScarf && choices.chance(0.5) ? circle(75, 127, 3, '#e6c766') + circle(165, 127, 3, '#e6c766') : '',
  ].join('');
}

const BEARDS: readonly ((hair: Colour) => string)[] = [
  // Full.
  (hair) => shape(faceHair(hair), 'M77 112Q80 166 120 166T163 112Q158 134 142 134Q120 126 98 134Q82 134 77 112z'),
  // Around the mouth.
  (hair) => shape(faceHair(hair), 'M100 130Q120 120 140 130Q143 158 120 160T100 130z'),
  // Some days old.
  (hair) => faded(0.25, shape(hair, 'M77 116Q82 162 120 162T163 116Q158 134 142 132Q120 125 98 132Q82 134 77 116z')),
];

const faceHair = (hair: Colour): Colour => mix(hair, '#6b5442', 0.2);

/** The hair behind the head, and the hair on it. */
type Style = (face: Face) => readonly [behind: string, before: string];

/** Curls at the positions x, y, x, y ... */
const curls = (hair: Colour, radius: number, at: readonly number[]): string =>
  at.map((x, nth) => (nth % 2 === 0 ? circle(x, at[nth + 1] ?? 0, radius, hair) : '')).join('');
const CROWN = [76, 78, 92, 58, 120, 50, 148, 58, 164, 78] as const;
const FRONT = [88, 68, 106, 60, 128, 58, 150, 68] as const;
const SIDES = [68, 104, 172, 104, 70, 128, 170, 128] as const;

const MENS_STYLES: readonly Style[] = [
  // Short, parted.
  ({ hair }) => ['', shape(hair, 'M73 108Q66 50 118 46Q172 44 167 108Q160 80 148 74Q122 84 96 72Q80 84 73 108z')],
  // Cropped.
  ({ hair }) => ['', shape(hair, 'M75 100Q72 52 120 50T165 100Q158 72 120 70T75 100z')],
  // Bald, with a fringe at the sides.
  ({ hair }) => ['', shape(hair, 'M73 112Q70 88 78 80L81 104zM167 112Q170 88 162 80L159 104z')],
  // Brushed up.
  ({ hair }) => [
    '',
    shape(
      hair,
      'M74 104Q68 62 90 50Q104 34 132 40Q164 38 168 70Q170 90 166 104Q160 80 146 76Q112 72 92 78Q80 84 74 104z',
    ),
  ],
  // Short curls.
  ({ hair }) => ['', curls(hair, 14, [...CROWN, ...FRONT])],
  // A receding line.
  ({ hair }) => ['', shape(hair, 'M74 106Q68 56 120 48T166 106Q162 84 152 76Q146 62 120 60Q94 62 88 76Q78 84 74 106z')],
  // To the side, longer.
  ({ hair }) => [
    shape(hair, 'M70 118Q62 46 120 44T170 118z'),
    shape(hair, 'M74 104Q76 62 112 56Q158 56 167 104Q150 92 140 76Q112 92 84 88Q78 94 74 104z'),
  ],
];

const WOMENS_STYLES: readonly Style[] = [
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
  ({ hair }) => [curls(hair, 22, [...CROWN, ...SIDES]), curls(lighter(hair, 0.06), 15, FRONT)],
  // A ponytail over the shoulder.
  ({ hair }) => [
    shape(hair, 'M150 60Q206 70 190 130Q184 176 168 190Q172 140 158 110z'),
    shape(hair, 'M73 110Q68 50 122 48Q172 50 167 110Q160 76 136 70Q100 72 73 110z'),
  ],
  // Waves to the shoulders.
  ({ hair }) => [
    shape(
      hair,
      'M70 90Q56 120 66 146Q52 168 74 182Q96 190 100 160H140Q144 190 166 182Q188 168 174 146Q184 120 170 90Q164 40 120 42T70 90z',
    ),
    shape(hair, 'M74 110Q72 58 126 56Q166 60 167 110Q160 92 150 80Q130 84 108 70Q88 84 74 110z'),
  ],
  // Short, swept to the side.
  ({ hair }) => [
    shape(hair, 'M68 122Q58 46 120 44T172 122z'),
    shape(hair, 'M73 112Q70 56 124 54Q170 58 167 106Q158 84 134 74Q112 100 73 112z'),
  ],
];

const SCARF: Style = ({ scarf }) => [
  shape(scarf, 'M62 116Q58 40 120 40T178 116Q184 190 120 198T62 116z'),
  shape(darker(scarf, 0.12), 'M73 112Q72 56 120 54T167 112Q162 72 120 70T73 112z') +
    shape(scarf, 'M78 150Q120 188 162 150L168 196H72z'),
];

function features(choices: Variation, { skin, hair, isMan, isOld }: Face): string {
  const isDark = brightness(skin) < 0.62 || DARK_HAIRS.some((dark) => dark === hair);
  const eye = choices.pick(isDark ? ['#3b2a20', '#2a211c', '#4a3324'] : ['#4a6a7a', '#4d6b45', '#5a7f96', '#6b4f35']);
  const brow = mix(hair, '#3b2a20', 0.4);
  const line = darker(skin, 0.22);
  const smile = choices.pick(['M101 132Q120 150 139 132', 'M100 131Q120 152 140 131z', 'M104 134Q120 144 136 134']);
  const lips = isMan ? darker(skin, 0.45) : choices.pick(['#b5443f', '#a8505a', '#c0605a']);
  return [
    faded(isMan ? 0.18 : 0.3, ellipse(92, 126, 9, 6, '#e2725b') + ellipse(148, 126, 9, 6, '#e2725b')),
    ellipse(102, 106, 6, 4.6, '#fff') + ellipse(138, 106, 6, 4.6, '#fff'),
    circle(103, 106, 3.4, eye) + circle(139, 106, 3.4, eye),
    isMan ? '' : stroke('#2a211c', 2, 'M94 105Q101 98 109 104M146 105Q139 98 131 104'),
    stroke(
      brow,
      isMan ? 3.6 : 2.4,
      `M93 94Q102 ${choices.pick([87, 90])} 111 94M129 94Q138 ${choices.pick([87, 90])} 147 94`,
    ),
    stroke(
      line,
      2.4,
      choices.pick(['M120 106Q116 120 121 122', 'M119 106Q112 121 122 123', 'M121 108Q125 121 118 122']),
    ),
    isOld
      ? stroke(line, 1.4, 'M88 114q4 3 7 3M152 114q-4 3-7 3M97 124q-5 6-4 12M143 124q5 6 4 12M104 74q16-4 32 0')
      : '',
    smile.endsWith('z') ? shape('#fff', smile) + stroke(lips, 2.4, smile) : stroke(lips, isMan ? 3 : 3.6, smile),
  ].join('');
}

const glasses = (colour: Colour): string =>
  stroke(colour, 2.6, 'M88 100h26v14q-13 8-26 0zM126 100h26v14q-13 8-26 0zM114 104q6-4 12 0M88 104l-13-3M152 104l13-3');

function clothes(choices: Variation, { primary, secondary, tertiary }: Palette, { skin, isMan }: Face): string {
  const jacket = choices.pick([primary, primary, darker(primary, 0.35), mix(primary, '#5b5f66', 0.5), '#4a5058']);
  const shirt = choices.pick(['#ffffff', lighter(secondary, 0.4), lighter(tertiary, 0.75), lighter(primary, 0.8)]);
  const body = shape(jacket, 'M26 240Q30 182 92 168L120 190L148 168Q210 182 214 240z');
  const neck = isMan && choices.chance(0.5) ? 'tie' : choices.pick(isMan ? ['open'] : ['open', 'round', 'necklace']);
  const necks: Readonly<Record<string, string>> = {
    tie: polygon(tertiary, [114, 182], [126, 182], [130, 230], [120, 240], [110, 230]),
    open: polygon(skin, [104, 164], [136, 164], [120, 196]),
    round: shape(skin, 'M100 164H140Q140 190 120 192T100 164z'),
    necklace: shape(skin, 'M100 164H140Q140 190 120 192T100 164z') + stroke('#e6c766', 2, 'M103 170Q120 196 137 170'),
  };
  return [
    body,
    polygon(shirt, [98, 166], [142, 166], [132, 240], [108, 240]),
    necks[neck],
    polygon(darker(jacket, 0.18), [92, 168], [104, 162], [116, 214], [104, 240], [92, 212]),
    polygon(darker(jacket, 0.18), [148, 168], [136, 162], [124, 214], [136, 240], [148, 212]),
  ].join('');
}
