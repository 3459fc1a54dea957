import { cpus, release, totalmem, type } from 'node:os';
import type { BenchOptions } from '../options.js';
import type { BuildResult, Results, Row, Sums } from '../run/results.js';

/** A baseline may be faster by so much before it is marked: less is noise. */
const LEAST_OVER_BASELINE = 0.97;
const NOTHING = '–';

interface Column<T> {
  readonly heading: string;
  readonly cell: (row: T) => string;
}

type Measured = keyof Row['measured'];

const rateOf = (sums: Sums | undefined) => sums && sums.count / sums.seconds;
const eachOf = (sums: Sums | undefined, name: keyof Sums) => (sums?.[name] ? sums[name] / sums.count : undefined);

const rate = (target: Measured): Column<Row> => ({
  heading: `${target}/s`,
  cell: ({ measured }) => number(rateOf(measured[target])),
});

const over = ({ measured }: Row, target: Measured): number | undefined => {
  const [own, its] = [rateOf(measured.service), rateOf(measured[target])];
  return own && its && own / its;
};

const each = (name: keyof Sums, heading: string, target: Measured = 'service'): Column<Row> => ({
  heading,
  cell: ({ measured }) => number(eachOf(measured[target], name), 3),
});

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'state', cell: ({ state }) => state },
  { heading: 'class', cell: ({ key, title }) => `**${key}** ${title}` },
  ...(['service', 'floor', 'usual', 'baseline'] as const).map(rate),
  { heading: '× floor', cell: (row) => number(over(row, 'floor')) },
  { heading: '× usual', cell: (row) => number(over(row, 'usual')) },
  { heading: '× baseline', cell: (row) => marked(over(row, 'baseline')) },
  { heading: '× at rest', cell: (row) => number(over(row, 'rest')) },
  each('p50', 'p50 ms'),
  each('p99', 'p99 ms'),
  each('node', 'Node ms'),
  each('node', 'floor', 'floor'),
  each('node', 'baseline', 'baseline'),
  each('postgres', 'PostgreSQL ms'),
  each('postgres', 'floor', 'floor'),
  each('postgres', 'baseline', 'baseline'),
  each('statements', 'SQL'),
  { heading: 'hits', cell: ({ measured: { service } }) => percent(service && service.hits / service.lists) },
  {
    heading: 'commits/s',
    cell: ({ measured: { service } }) => number(service?.commits && service.commits / service.seconds),
  },
  { heading: 'repeated', cell: ({ measured: { service } }) => percent(eachOf(service, 'repeated')) },
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
  const run = `${listings.toLocaleString('en')} listings, 8 connections, ${rounds} rounds of ${seconds} s`;
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

const marked = (ratio: number | undefined): string =>
  ratio ? `${number(ratio)} ${ratio < LEAST_OVER_BASELINE ? '✗' : '✓'}` : NOTHING;

/** 21,300 · 171 · 84.1 · 0.62 · 0.034 */
function number(value: number | undefined, digits = 2): string {
  if (!value) return NOTHING;
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : digits);
}

const percent = (share: number | undefined): string =>
  share === undefined || Number.isNaN(share) ? NOTHING : `${Math.round(100 * Math.min(1, share))} %`;
