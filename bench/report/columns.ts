import type { ClassResult, SizeResult } from '../run/results.js';
import { OVER_FLOOR, OVER_OTHER, overUsual } from './targets.js';
import { rate, ratio } from './words.js';

/** A column of the table: what it is called, and what it says of a class. */
export interface Column {
  readonly heading: string;
  readonly cell: (result: ClassResult) => string;
}

const NOTHING = '–';

const COLUMNS: readonly Column[] = [
  { heading: '', cell: ({ key }) => key },
  { heading: 'class', cell: ({ title }) => title },
  { heading: 'service/s', cell: ({ measured }) => rate(measured.service?.rate) },
  { heading: 'floor/s', cell: ({ measured }) => rate(measured.floor?.rate) },
  { heading: 'usual/s', cell: ({ measured }) => rate(measured.usual?.rate) },
  { heading: 'SQL/s', cell: ({ measured }) => rate(measured.sql?.rate) },
  { heading: 'other/s', cell: ({ measured }) => rate(measured.against?.rate) },
  { heading: '× floor', cell: ({ key, overFloor }) => marked(overFloor, OVER_FLOOR[key]) },
  { heading: '× usual', cell: ({ key, overUsual: over }) => marked(over, overUsual(key)) },
  { heading: '× other', cell: ({ overOther }) => marked(overOther, OVER_OTHER) },
  { heading: 'p50 ms', cell: ({ measured }) => rate(measured.service?.p50) },
  { heading: 'p99 ms', cell: ({ measured }) => rate(measured.service?.p99) },
];

/** Those that have something to say. */
export const columnsOf = ({ classes }: SizeResult): Column[] =>
  COLUMNS.filter(({ cell }) => classes.some((result) => cell(result).trim() !== NOTHING));

/** A ratio, and whether it is what was asked for. */
function marked(value: number | undefined, target: number | undefined): string {
  const said = ratio(value);
  if (value === undefined || target === undefined) return `${said}  `;
  return `${said} ${value >= target ? '✓' : '✗'}`;
}
