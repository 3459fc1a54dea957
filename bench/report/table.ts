import type { Results, SizeResult, StateResult } from '../run/results.js';
import { columnsOf } from './columns.js';
import { inOrder, stateWords } from './states.js';
import { MEMORY_MB, verdictsOf } from './targets.js';
import { rate, ratio, size } from './words.js';

/** How many columns are words, which start on the left. */
const WORDS = 2;

/** What a person reads at the terminal. */
export const resultsTable = ({ sizes, load }: Results): string =>
  sizes.map((one) => sizeTables(one, load)).join('\n\n');

function sizeTables(result: SizeResult, load: string): string {
  const tables = inOrder(result).map((state) => `${stateWords(state, result)}\n${stateTable(state)}`);
  const heading = `${size(result.listings)} listings; medians of the rounds; asked by ${load}; ✓ ✗: against the targets`;
  return [heading, ...tables, ...footer(result)].join('\n\n');
}

function stateTable(state: StateResult): string {
  const columns = columnsOf(state);
  const rows = [
    columns.map(({ heading }) => heading),
    ...state.classes.map((one) => columns.map(({ cell }) => cell(one, state))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => row.map((cell, at) => padded(cell, at, widths[at] ?? 0)).join('  ')).join('\n');
}

function footer(result: SizeResult): string[] {
  const { memory, changes } = result;
  const verdicts = verdictsOf(result);
  const missed = verdicts.filter(({ isMet }) => !isMet);
  const lines = missed.map(({ what, value, wanted }) => `  ${what}: ${ratio(value)}, wanted ${ratio(wanted)}`);
  return [
    [`${verdicts.length - missed.length} of ${verdicts.length} targets met`, ...lines].join('\n'),
    ...(changes ? [`Changes a second: ${rate(changes.service)}, of the other commit ${rate(changes.against)}`] : []),
    ...(memory
      ? [`Memory of the service: ${rate(memory.now)} MB, highest ${rate(memory.peak)}; below ${MEMORY_MB} wanted`]
      : []),
  ];
}

const padded = (cell: string, at: number, width: number): string =>
  at < WORDS ? cell.padEnd(width) : cell.padStart(width);
