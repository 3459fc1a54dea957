/** A colour as `#rrggbb`. */
export type Colour = string;

/** A point, or a corner of a rectangle. */
export type Point = readonly [x: number, y: number];

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

/** A rectangle. @param round the radius of its corners */
export const rect = (x: number, y: number, width: number, height: number, fill: Colour, round = 0): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${round ? ` rx="${n(round)}"` : ''}/>`;

/** Many rectangles of a colour, as one element. */
export const rects = (fill: Colour, all: readonly (readonly [number, number, number, number])[]): string =>
  `<path fill="${fill}" d="${all.map(([x, y, width, height]) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`).join('')}"/>`;

export const polygon = (fill: Colour, ...points: readonly Point[]): string =>
  `<path fill="${fill}" d="M${points.map(at).join('L')}z"/>`;

/** Many polygons of a colour, as one element. */
export const polygons = (fill: Colour, all: readonly (readonly Point[])[]): string =>
  `<path fill="${fill}" d="${all.map((points) => `M${points.map(at).join('L')}z`).join('')}"/>`;

export const circle = (x: number, y: number, radius: number, fill: Colour): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`;

export const ellipse = (x: number, y: number, width: number, height: number, fill: Colour): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(width)}" ry="${n(height)}" fill="${fill}"/>`;

/** A text in SVG. */
export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A filled path in the notation of SVG. */
export const shape = (fill: Colour, path: string): string => `<path fill="${fill}" d="${path}"/>`;

/** A line in the notation of SVG. */
export const stroke = (colour: Colour, width: number, path: string): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" d="${path}"/>`;

/** Straight lines of a colour, as one element. */
export const lines = (colour: Colour, width: number, all: readonly (readonly [Point, Point])[]): string =>
  stroke(colour, width, all.map(([from, to]) => `M${at(from)}L${at(to)}`).join(''));

/** Makes a drawing transparent. @param opacity from 0 to 1 */
export const faded = (opacity: number, drawn: string): string => `<g opacity="${n(opacity)}">${drawn}</g>`;

/** A colour between two others. @param share of the second one, from 0 to 1 */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (from: number) => {
    const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(from, from + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

export const darker = (colour: Colour, share: number): Colour => mix(colour, '#1c2430', share);
export const lighter = (colour: Colour, share: number): Colour => mix(colour, '#ffffff', share);

/** How bright a colour looks, from 0 to 1. */
export function brightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (from) => Number.parseInt(colour.slice(from, from + 2), 16) / 255,
  );
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
