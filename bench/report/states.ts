import type { SizeResult, StateResult } from '../run/results.js';
import type { State, StateKind } from '../run/states.js';

const UNFLATTERING: readonly StateKind[] = ['never', 'changed', 'written', 'again'];

/** What flatters least first; of those that are written to, the most. */
export const inOrder = ({ states }: SizeResult): StateResult[] =>
  states.toSorted((a, b) => UNFLATTERING.indexOf(a.kind) - UNFLATTERING.indexOf(b.kind) || b.commits - a.commits);

/** The heading of a state. */
export function stateWords({ kind, commits }: State, { changes }: SizeResult): string {
  switch (kind) {
    case 'never':
      return 'Never asked before';
    case 'again':
      return 'Asked again, nothing written';
    case 'written':
      return `Written to, ${commits} commits a second`;
    case 'changed':
      return `After ${(changes?.count ?? 0).toLocaleString('en')} changes, analyzed but not vacuumed (autovacuum off), never asked before`;
  }
}
