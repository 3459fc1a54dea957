import type { Results, SizeResult } from '../run/results.js';
import { columnsOf } from './columns.js';
import { MEMORY_MB } from './targets.js';
import { size } from './words.js';

/** How many columns are words, which start on the left. */
const WORDS = 2;

/** What a person reads at the terminal. */
export const resultsTable = ({ sizes }: Results): string => sizes.map(sizeTable).join('\n\n');

function sizeTable(result: SizeResult): string {
  const { listings, classes, memory } = result;
  const columns = columnsOf(result);
  const rows = [columns.map(({ heading }) => heading), ...classes.map((one) => columns.map(({ cell }) => cell(one)))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, at) => padded(cell, at, widths[at] ?? 0)).join('  '));
  const heading = `${size(listings)} listings; medians of the rounds; ✓ ✗: against the targets of issue 4`;
  if (!memory) return [heading, ...lines].join('\n');
  const { now, peak } = memory;
  return [
    heading,
    ...lines,
    `Memory of the service: ${now.toFixed(0)} MB, highest ${peak.toFixed(0)}; below ${MEMORY_MB} wanted`,
  ].join('\n');
}

const padded = (cell: string, at: number, width: number): string =>
  at < WORDS ? cell.padEnd(width) : cell.padStart(width);
