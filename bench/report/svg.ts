import { escapeHtml, rate } from './words.js';

/** Where the values of a logarithmic axis lie. */
export interface LogAxis {
  readonly at: (value: number) => number;
  readonly powers: readonly number[];
}

/** From the power of ten at or below the least value to the one at or above the greatest. */
export function logAxis(values: readonly number[], start: number, end: number): LogAxis {
  const given = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...given, 1)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...given, 1))));
  const at = (value: number) => start + ((Math.log10(value) - low) / (high - low)) * (end - start);
  return { at, powers: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)) };
}

/** Vertical lines at the powers of ten, each under its value. */
export function gridColumns({ at, powers }: LogAxis, top: number, bottom: number, unit: string): string {
  return powers
    .map((power) => {
      const x = at(power).toFixed(1);
      return `<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>${label(x, top - 8, `${power >= 1 ? rate(power).replace(/\.0+$/, '') : power}${unit}`, 'axis middle')}`;
    })
    .join('');
}

export const label = (x: number | string, y: number, text: string, names = ''): string =>
  `<text class="${names}" x="${x}" y="${y}">${escapeHtml(text)}</text>`;

/** A mark, and what it says when it is pointed at. */
export const mark = (shape: string, says: string): string => `<g>${shape}<title>${escapeHtml(says)}</title></g>`;

export const svg = (width: number, height: number, says: string, content: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(says)}">${content}</svg>`;
