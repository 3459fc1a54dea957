import type { FeedElement } from '../feed.types.js';
import { readAmount } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { childOf, oneLine } from './element.js';

export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** Two amounts with a separator: `500000-600000`, `$500,000 to $600,000`. */
const BETWEEN = /^(.{1,40}?)\s*(?:[-\u2013\u2014]|\bto\b)\s*(.{1,40})$/i;

const inOrder = (one: number, other: number): AmountRange => ({ min: Math.min(one, other), max: Math.max(one, other) });

/** The range given in a text; undefined when it is not a range. */
export function rangeIn(text: string): AmountRange | undefined {
  const [, from = '', to = ''] = BETWEEN.exec(text) ?? [];
  const [min, max] = [readAmount(from), readAmount(to)];
  return 'value' in min && 'value' in max ? inOrder(min.value, max.value) : undefined;
}

/**
 * The `range` of an element with `min` and `max`. Undefined without one; a range that lacks one of the two is noted.
 */
export function rangeOf(element: FeedElement, draft: Draft): AmountRange | undefined {
  const range = childOf(element, 'range');
  if (!range) return undefined;
  const [min, max] = ['min', 'max'].map((name) => {
    const child = childOf(range, name);
    if (child && child.text !== '') return draft.accept(readAmount(oneLine(child.text)), child);
    draft.note(range, `has no ${name}`);
    return undefined;
  });
  return min === undefined || max === undefined ? undefined : inOrder(min, max);
}
