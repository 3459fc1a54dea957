import type { Palette } from './picture.js';
import { brightness, circle, darker, lighter, polygon, rect, shape, stroke, type Colour } from './shapes.js';
import type { Variation } from './variation.js';

const FONTS = [
  "Georgia,'Times New Roman',serif",
  "'Helvetica Neue',Arial,sans-serif",
  "'Trebuchet MS',Verdana,sans-serif",
] as const;

/** The mark of an agency with its initials; on a dark ground its letters are light. */
export function logo(choices: Variation, palette: Palette, initials: string, isOnDark: boolean): string {
  const ink = isOnDark ? '#ffffff' : strong(palette.primary);
  const drawn = mark(choices, palette, initials, 8, 8, 80);
  const font = choices.pick(FONTS);
  return [
    drawn,
    letters(initials, 108, 56, 46, ink, font, 'start', 10),
    rect(110, 68, 190, 3, palette.tertiary),
    rect(110, 76, 120, 3, isOnDark ? palette.secondary : lighter(ink, 0.5)),
  ].join('');
}

/** The mark alone, for a browser's tab. */
export const icon = (choices: Variation, palette: Palette, initials: string): string =>
  mark(choices, palette, initials, 0, 0, 96);

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
  spacing = 0,
): string =>
  `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" font-weight="700" fill="${ink}" text-anchor="${anchor}" letter-spacing="${spacing}">${text}</text>`;

function mark(choices: Variation, palette: Palette, initials: string, x: number, y: number, size: number): string {
  const { primary, tertiary } = palette;
  const ground = strong(primary);
  const form = choices.pick(['round', 'square', 'shield', 'roof']);
  const [middle, first] = [x + size / 2, initials.slice(0, form === 'roof' ? 1 : 2)];
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
