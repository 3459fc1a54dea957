import type { ClassResult, StateResult } from '../run/results.js';
import type { State } from '../run/states.js';
import { leastOf, type RatioName } from './targets.js';
import { milliseconds, rate, ratio, share } from './words.js';

/** A column of a table: what it is called, and what it says of a class. */
export interface Column {
  readonly heading: string;
  readonly cell: (result: ClassResult, state: State) => string;
}

const NOTHING = '–';

const COLUMNS: readonly Column[] = [
  { heading: '', cell: ({ key }) => key },
  { heading: 'class', cell: ({ title }) => title },
  { heading: 'service/s', cell: ({ measured }) => rate(measured.service?.rate) },
  { heading: 'floor/s', cell: ({ measured }) => rate(measured.floor?.rate) },
  { heading: 'other/s', cell: ({ measured }) => rate(measured.against?.rate) },
  { heading: 'usual/s', cell: ({ measured }) => rate(measured.usual?.rate) },
  { heading: '× floor', cell: marked('overFloor') },
  { heading: '× other', cell: marked('overOther') },
  { heading: '× usual', cell: marked('overUsual') },
  { heading: '× at rest', cell: marked('overRest') },
  { heading: 'p50 ms', cell: ({ measured }) => rate(measured.service?.p50) },
  { heading: 'p99 ms', cell: ({ measured }) => rate(measured.service?.p99) },
  { heading: 'Node ms', cell: ({ measured }) => milliseconds(measured.service?.node) },
  { heading: 'floor', cell: ({ measured }) => milliseconds(measured.floor?.node) },
  { heading: 'other', cell: ({ measured }) => milliseconds(measured.against?.node) },
  { heading: 'PostgreSQL ms', cell: ({ measured }) => milliseconds(measured.service?.postgres) },
  { heading: 'floor', cell: ({ measured }) => milliseconds(measured.floor?.postgres) },
  { heading: 'other', cell: ({ measured }) => milliseconds(measured.against?.postgres) },
  { heading: 'SQL', cell: ({ measured }) => ratio(measured.service?.statements) },
  { heading: 'hits', cell: ({ measured }) => share(measured.service?.hits) },
  { heading: 'drops', cell: ({ measured }) => share(measured.service?.drops || undefined) },
  { heading: 'commits/s', cell: ({ measured }) => rate(measured.service?.commits) },
  { heading: 'repeated', cell: ({ measured }) => share(measured.service?.repeated || undefined) },
];

/** Those that have something to say. */
export const columnsOf = (state: StateResult): Column[] =>
  COLUMNS.filter(({ cell }) => state.classes.some((result) => cell(result, state).trim() !== NOTHING));

/** A ratio, and whether it is what was asked for. */
function marked(name: RatioName): Column['cell'] {
  return (result, state) => {
    const [value, target] = [result[name], leastOf(state, result.key, name)];
    const said = ratio(value);
    if (value === undefined || target === undefined) return `${said}  `;
    return `${said} ${value >= target ? '✓' : '✗'}`;
  };
}
