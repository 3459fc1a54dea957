import type { SizeResult, StateResult } from '../run/results.js';
import { WARM_SECONDS, type State, type StateKind } from '../run/states.js';

const UNFLATTERING: readonly StateKind[] = ['never', 'warm', 'changed', 'written', 'again'];

/** What flatters least first; of those that are written to, the most. */
export const inOrder = ({ states }: SizeResult): StateResult[] =>
  states.toSorted((a, b) => UNFLATTERING.indexOf(a.kind) - UNFLATTERING.indexOf(b.kind) || b.commits - a.commits);

/** The heading of a state. */
export function stateWords(state: State, { changes }: SizeResult): string {
  switch (state.kind) {
    case 'never':
      return 'Never asked before';
    case 'warm':
      return `Never asked before, of a server that has answered such requests for ${WARM_SECONDS} s`;
    case 'again':
      return 'Asked again, nothing written';
    case 'written':
      return `Written to, ${state.commits} commits a second`;
    case 'changed':
      return `After ${(changes?.count ?? 0).toLocaleString('en')} changes, analyzed but not vacuumed (autovacuum off), never asked before`;
  }
}
