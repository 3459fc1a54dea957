import type { ClassResult, StateResult } from '../run/results.js';
import type { State } from '../run/states.js';
import { gridColumns, label, logAxis, mark, svg, type LogAxis } from './svg.js';
import { leastOf } from './targets.js';
import { ratio } from './words.js';

const WIDTH = 960;
const LEFT = 290;
const RIGHT = 900;
const TOP = 34;
const ROW = 30;

/** How often the service answers while the others answer once: a row a class, on a logarithmic axis. */
export function ratioPlot(state: StateResult): string {
  const { classes } = state;
  const bottom = TOP + classes.length * ROW;
  const ratios = classes.flatMap(({ key, overFloor, overUsual: over }) => [
    overFloor,
    over,
    leastOf(state, key, 'overFloor'),
  ]);
  const axis = logAxis(
    ratios.filter((value) => value !== undefined),
    LEFT,
    RIGHT,
  );
  const even = axis.at(1).toFixed(1);
  const rows = classes.map((result, at) => ratioRow(result, state, TOP + (at + 0.5) * ROW, axis));
  const grid = gridColumns(axis, TOP, bottom, '×');
  const one = `<line class="even" x1="${even}" x2="${even}" y1="${TOP}" y2="${bottom}"/>`;
  return svg(WIDTH, bottom + 8, 'Ratios of the service to the floor and to the usual', grid + one + rows.join(''));
}

function ratioRow(result: ClassResult, state: State, y: number, axis: LogAxis): string {
  const { key, title, overFloor, overUsual: over } = result;
  const parts = [label(8, y + 4, key, 'key'), label(46, y + 4, title)];
  const targets: [number | undefined, number | undefined, string][] = [
    [overFloor, leastOf(state, key, 'overFloor'), 'floor'],
    [over, over === undefined ? undefined : leastOf(state, key, 'overUsual'), 'usual'],
  ];
  for (const [value, target, name] of targets) {
    if (target !== undefined) parts.push(targetMark(axis.at(target), y, target, name));
    if (value !== undefined) parts.push(valueMark(axis.at(value), y, value, target, name));
  }
  return parts.join('');
}

function targetMark(x: number, y: number, target: number, name: string): string {
  const line = `<line class="target ${name}" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${y - 10}" y2="${y + 10}"/>`;
  return mark(line, `wanted: ${target} × the ${name}`);
}

function valueMark(x: number, y: number, value: number, target: number | undefined, name: string): string {
  const missed = target !== undefined && value < target ? 'missed' : '';
  const shape =
    name === 'floor'
      ? `<circle class="dot ${name} ${missed}" cx="${x.toFixed(1)}" cy="${y}" r="6"/>`
      : `<rect class="dot ${name} ${missed}" x="${(x - 5).toFixed(1)}" y="${y - 5}" width="10" height="10" transform="rotate(45 ${x.toFixed(1)} ${y})"/>`;
  return mark(shape, `${ratio(value)} × the ${name}`) + label((x + 11).toFixed(1), y + 4, ratio(value), 'value');
}
