import type { Palette } from './picture.js';
import { brightness, circle, darker, escaped, lighter, polygon, rect, shape, stroke, type Colour } from './shapes.js';
import type { Variation } from './variation.js';

const FONTS = [
  "Georgia,'Times New Roman',serif",
  "'Helvetica Neue',Arial,sans-serif",
  "'Trebuchet MS',Verdana,sans-serif",
] as const;

const NAME_WIDTH = 216;
/** The width of bold letters on average, as a share of their size. */
const LETTER = 0.68;

/** The mark of an agency with its name; on a dark ground the letters are light. */
export function logo(choices: Variation, palette: Palette, name: string, isOnDark: boolean): string {
  const ink = isOnDark ? '#ffffff' : strong(palette.primary);
  // The dark ground is often the primary colour itself.
  const ground = isOnDark ? lighter(palette.primary, 0.22) : palette.primary;
  const drawn = mark(choices, { ...palette, primary: ground }, name, 4, 8, 80);
  const font = choices.pick(FONTS);
  const rows = rowsOf(name);
  const size = Math.min(29, NAME_WIDTH / (LETTER * Math.max(...rows.map((row) => row.length))));
  const line = isOnDark ? palette.secondary : palette.tertiary;
  const top = rows.length === 1 ? 48 + size / 3 : 48 - size * 0.22;
  // Fonts differ in width, so the longest row fills its place exactly.
  const isFull = (row: string) => row.length * LETTER * size > NAME_WIDTH - 1;
  return [
    drawn,
    rows
      .map((row, at) =>
        letters(row, 98, top + at * size * 1.16, size, at === 0 ? ink : lighter(ink, 0.15), font, 'start', isFull(row)),
      )
      .join(''),
    choices.chance(0.5) ? rect(98, 87, 70, 3, line) : rect(98, 8, 40, 3, line),
  ].join('');
}

/** A long name in two rows of similar length. */
function rowsOf(name: string): string[] {
  const words = name.split(' ');
  if (words.length === 1 || name.length < 12) return [name];
  const breaks = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longest = (rows: readonly string[]) => Math.max(...rows.map((row) => row.length));
  return breaks.reduce((best, rows) => (longest(rows) < longest(best) ? rows : best));
}

/** `HP` for Harbour & Park. */
const initialsOf = (name: string): string => [...name.matchAll(/\b\p{L}/gu)].join('').toUpperCase();

/** The mark alone, for a browser's tab. */
export const icon = (choices: Variation, palette: Palette, name: string): string =>
  mark(choices, palette, name, 0, 0, 96);

/** A pale colour cannot be read on white. */
const strong = (colour: Colour): Colour => (brightness(colour) > 0.65 ? darker(colour, 0.5) : colour);

const letters = (
  text: string,
  x: number,
  y: number,
  size: number,
  ink: Colour,
  font: string,
  anchor: string,
  isFull = false,
): string =>
  `<text x="${x}" y="${y}" font-family="${font}" font-size="${Math.round(size * 10) / 10}" font-weight="700" fill="${ink}" text-anchor="${anchor}"${isFull ? ` textLength="${NAME_WIDTH}" lengthAdjust="spacingAndGlyphs"` : ''}>${escaped(text)}</text>`;

function mark(choices: Variation, palette: Palette, name: string, x: number, y: number, size: number): string {
  const { primary, tertiary } = palette;
  const ground = strong(primary);
  const form = choices.pick(['round', 'square', 'shield', 'roof']);
  const [middle, first] = [x + size / 2, initialsOf(name).slice(0, form === 'roof' ? 1 : 2)];
  const text = (down: number, share: number) =>
    letters(first, middle, y + size * down, size * share, '#ffffff', FONTS[1], 'middle');
  switch (form) {
    case 'round':
      return (
        circle(middle, y + size / 2, size / 2, ground) +
        stroke(tertiary, size * 0.04, arc(middle, y + size / 2, size * 0.42)) +
        text(0.63, 0.36)
      );
    case 'square':
      return (
        rect(x, y, size, size, ground, size * 0.16) +
        polygon(
          tertiary,
          [x + size * 0.18, y + size * 0.36],
          [middle, y + size * 0.12],
          [x + size * 0.82, y + size * 0.36],
          [x + size * 0.74, y + size * 0.4],
          [middle, y + size * 0.22],
          [x + size * 0.26, y + size * 0.4],
        ) +
        text(0.78, 0.36)
      );
    case 'shield':
      return (
        shape(
          ground,
          `M${x} ${y}h${size}v${size * 0.5}q0 ${size * 0.34} ${-size / 2} ${size * 0.5}q${-size / 2} ${-size * 0.16} ${-size / 2} ${-size * 0.5}z`,
        ) +
        rect(x, y + size * 0.12, size, size * 0.06, tertiary) +
        text(0.62, 0.34)
      );
    default:
      return (
        polygon(
          ground,
          [x, y + size * 0.46],
          [middle, y],
          [x + size, y + size * 0.46],
          [x + size, y + size],
          [x, y + size],
        ) +
        polygon(
          tertiary,
          [x + size * 0.68, y + size * 0.02],
          [x + size * 0.82, y + size * 0.02],
          [x + size * 0.82, y + size * 0.3],
          [x + size * 0.68, y + size * 0.17],
        ) +
        text(0.84, 0.46)
      );
  }
}

const arc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}A${radius} ${radius} 0 0 1 ${x + radius} ${y}`;
