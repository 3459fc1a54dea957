import { cpus, release, totalmem, type } from 'node:os';
import { CLASSES, type ClassKey } from '../classes/request-class.js';
import type { BenchOptions } from '../options.js';
import { WITHOUT_HOOKS } from '../servers/service.js';
import type { Measurements, State, TargetName } from './measurements.js';

/** The parameters and the machine of a run. */
export function circumstancesOf({ listings, rounds, seconds }: BenchOptions, postgres: string, baseline = ''): string {
  const run = `${listings.toLocaleString('en')} listings, 8 connections, ${rounds} rounds of ${seconds} s`;
  const cores = `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
  const versions = `node ${process.versions.node}, PostgreSQL ${postgres}, ${type()} ${release()}`;
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const settings = Object.entries(WITHOUT_HOOKS).map(([name, value]) => `${name}=${value}`);
  return `${date} UTC. ${run}${baseline && `; baseline: commit ${baseline}`}. ${cores}, ${versions}. Settings as they come, but ${settings.join(', ')}.`;
}

interface Row {
  readonly cells: readonly string[];
  readonly isOfWebsites: boolean;
  /** The lowest ratio. */
  readonly lowest: number;
}

/**
 * The table: classes of websites, then the others, lowest ratio first, with rates and processor time of the service.
 */
export function reportOf({ classes, states }: BenchOptions, measured: Measurements): string {
  const others = (['floor', 'baseline'] as const).filter((other) =>
    classes.some((key) => states.some((state) => measured.of(key, state, other))),
  );
  const pairs = others.flatMap((other) => states.map((state) => [other, state] as const));
  const services = (['service', 'baseline'] as const).filter((name) => name === 'service' || others.includes(name));
  const rows = classes
    .map((key) => rowOf(key, pairs, states, services, measured))
    .sort((a, b) => Number(b.isOfWebsites) - Number(a.isOfWebsites) || a.lowest - b.lowest);
  const headings = [
    'class',
    ...pairs.map(([other, state]) => `× ${other}, ${state}`),
    ...states.map((state) => `${state} /s`),
    ...services.map((name) => (name === 'service' ? 'cpu ms' : `cpu ms, ${name}`)),
  ];
  const repeated = rows.some(({ cells }) => cells.some((cell) => cell.endsWith('*')));
  const note = repeated ? ['\\* The directory has too few requests of this class: some were repeated.'] : [];
  return [table([headings, ...rows.map(({ cells }) => cells)]), ...note].join('\n\n');
}

function rowOf(
  key: ClassKey,
  pairs: readonly (readonly [TargetName, State])[],
  states: readonly State[],
  services: readonly TargetName[],
  measured: Measurements,
): Row {
  const ratios = pairs.map(([other, state]) => measured.ratio(key, state, other));
  const rates = states.map((state) => {
    const mark = measured.of(key, state, 'service')?.repeated ? '*' : '';
    return number(measured.rate(key, state, 'service')) + mark;
  });
  const times = services.map((name) => states.map((state) => number(measured.cpu(key, state, name))).join(' / '));
  const lowest = Math.min(...ratios.map((ratio) => ratio ?? Infinity));
  const cells = [`**${key}** ${CLASSES[key].title}`, ...ratios.map(number), ...rates, ...times];
  return { cells, isOfWebsites: CLASSES[key].scope === 'public', lowest };
}

/** A Markdown table with a left-aligned first column. */
function table([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = headings.map((_, at) => Math.max(3, ...[headings, ...rows].map((line) => line[at]?.length ?? 0)));
  const padded = (line: readonly string[]) =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [padded(headings), rule, ...rows.map(padded)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Examples: 21,300 · 171 · 84.1 · 0.62 */
export function number(value: number | undefined): string {
  if (!value) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}
