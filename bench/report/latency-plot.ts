import type { ClassResult } from '../run/results.js';
import type { Measured } from '../run/statistics.js';
import { gridColumns, label, logAxis, mark, svg, type LogAxis } from './svg.js';
import { rate } from './words.js';

const WIDTH = 960;
const LEFT = 290;
const RIGHT = 900;
const TOP = 34;
const BAR = 11;
const GAP = 12;

const SHOWN = ['service', 'floor', 'usual', 'against'] as const;

/** How long answers take: bars from the time that half of them take to that of all but one in a hundred. */
export function latencyPlot(classes: readonly ClassResult[]): string {
  const row = barsOf(classes).length * BAR + GAP;
  const bottom = TOP + classes.length * row;
  const times = classes.flatMap(({ measured }) => SHOWN.flatMap((name) => [measured[name]?.p50, measured[name]?.p99]));
  const axis = logAxis(
    times.filter((time) => time !== undefined),
    LEFT,
    RIGHT,
  );
  const names = barsOf(classes);
  const rows = classes.map(({ key, title, measured }, at) => {
    const top = TOP + at * row + GAP / 2;
    const middle = top + (names.length * BAR) / 2 + 4;
    const words = label(8, middle, key, 'key') + label(46, middle, title);
    return words + names.map((name, line) => bar(measured[name], name, top + line * BAR, axis)).join('');
  });
  return svg(WIDTH, bottom + 8, 'Times of answers', gridColumns(axis, TOP, bottom, ' ms') + rows.join(''));
}

const barsOf = (classes: readonly ClassResult[]) =>
  SHOWN.filter((name) => classes.some(({ measured }) => measured[name]));

function bar(measured: Measured | undefined, name: string, top: number, axis: LogAxis): string {
  if (!measured) return '';
  const { p50, p99 } = measured;
  const [from, to] = [axis.at(p50), axis.at(p99)];
  const y = top + BAR / 2;
  const range = `<line class="range ${name}" x1="${from.toFixed(1)}" x2="${to.toFixed(1)}" y1="${y}" y2="${y}"/>`;
  const half = `<circle class="dot ${name}" cx="${from.toFixed(1)}" cy="${y}" r="4"/>`;
  return mark(range + half, `${name}: p50 ${rate(p50)} ms, p99 ${rate(p99)} ms`);
}
