import { cpus, release, totalmem, type } from 'node:os';
import type { BenchOptions } from '../options.js';
import type { BuildResult, Results, Row } from '../run/results.js';
import type { TargetName } from '../run/target.js';

/** A baseline may be faster by so much before it is marked: less is noise. */
const LEAST_OVER_BASELINE = 0.97;
const NOTHING = '–';

interface Column<T> {
  readonly heading: string;
  readonly cell: (row: T) => string;
}

const rate = (target: TargetName): Column<Row> => ({
  heading: `${target}/s`,
  cell: ({ measured }) => number(measured[target]?.rate),
});

const times = (name: 'node' | 'postgres', heading: string): Column<Row>[] =>
  (['service', 'floor', 'baseline'] as const).map((target) => ({
    heading: target === 'service' ? heading : target,
    cell: ({ measured }) => number(measured[target]?.[name], 3),
  }));

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'state', cell: ({ state }) => state },
  { heading: 'class', cell: ({ key, title }) => `**${key}** ${title}` },
  rate('service'),
  rate('floor'),
  rate('usual'),
  rate('baseline'),
  { heading: '× floor', cell: ({ over }) => number(over.floor) },
  { heading: '× usual', cell: ({ over }) => number(over.usual) },
  { heading: '× baseline', cell: ({ over: { baseline } }) => `${number(baseline)}${markOf(baseline)}` },
  { heading: '× at rest', cell: ({ over }) => number(over.rest) },
  { heading: 'p50 ms', cell: ({ measured }) => number(measured.service?.p50) },
  { heading: 'p99 ms', cell: ({ measured }) => number(measured.service?.p99) },
  ...times('node', 'Node ms'),
  ...times('postgres', 'PostgreSQL ms'),
  { heading: 'SQL', cell: ({ measured }) => number(measured.service?.statements) },
  { heading: 'hits', cell: ({ measured }) => percent(measured.service?.hits) },
  { heading: 'commits/s', cell: ({ measured }) => number(measured.service?.commits) },
  { heading: 'repeated', cell: ({ measured }) => percent(measured.service?.repeated) },
];

const BUILD_COLUMNS: readonly Column<BuildResult>[] = [
  { heading: 'build', cell: ({ name }) => name },
  { heading: 'start s', cell: ({ startSeconds }) => number(startSeconds) },
  { heading: 'MB at rest', cell: ({ restMB }) => number(restMB) },
  { heading: 'MB at most', cell: ({ peakMB }) => number(peakMB) },
  { heading: 'imported lines/s', cell: ({ importLines }) => number(importLines) },
  { heading: 'changed listings/s', cell: ({ changes }) => number(changes) },
];

/** How and where a run was measured. */
export function circumstancesOf({ listings, rounds, seconds }: BenchOptions, postgres: string, baseline = ''): string {
  const run = `${listings.toLocaleString('en')} listings, 8 connections, ${rounds} rounds of ${seconds} s, medians`;
  const cores = `${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
  const versions = `node ${process.versions.node}, PostgreSQL ${postgres}, ${type()} ${release()}`;
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${date} UTC. ${run}${baseline && `; baseline: commit ${baseline}`}. ${cores}, ${versions}.`;
}

/** A run as Markdown. */
export const reportOf = ({ circumstances, rows, builds }: Results): string =>
  `${[circumstances, table(COLUMNS, rows, 2), table(BUILD_COLUMNS, builds, 1)].join('\n\n')}\n`;

/** @param words how many columns are words, on the left */
function table<T>(all: readonly Column<T>[], rows: readonly T[], words: number): string {
  const columns = all.filter(({ cell }) => rows.some((row) => cell(row) !== NOTHING));
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const padded = lines.map((line) =>
    line.map((cell, at) => (at < words ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
  );
  const rule = widths.map((width, at) => (at < words ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [padded[0], rule, ...padded.slice(1)].map((cells) => `| ${cells?.join(' | ')} |`).join('\n');
}

const markOf = (ratio: number | undefined): string =>
  ratio === undefined ? '' : ratio < LEAST_OVER_BASELINE ? ' ✗' : ' ✓';

/** 21,300 · 171 · 84.1 · 0.62 · 0.034 */
function number(value: number | undefined, digits = 2): string {
  if (value === undefined) return NOTHING;
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : digits);
}

const percent = (share: number | undefined): string => (share === undefined ? NOTHING : `${Math.round(100 * share)} %`);
