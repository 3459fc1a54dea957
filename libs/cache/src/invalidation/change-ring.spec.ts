import { describe, expect, it } from 'vitest';
import type { Change, Resource } from './change.js';
import { ChangeRing } from './change-ring.js';
import { always, dependsOn } from './dependencies.js';

const changeAt = (position: number, resource: Resource = 'listing'): Change => ({
  position,
  xid: position,
  resource,
  id: position,
  websiteID: 1,
  formerWebsiteID: null,
  old: null,
  new: null,
});

/** A ring that keeps two changes, with changes at these positions. */
function ringWith(...positions: readonly number[]): ChangeRing {
  const ring = new ChangeRing(2);
  for (const position of positions) ring.add(changeAt(position));
  return ring;
}

describe('a ring of changes', () => {
  it('keeps twice its minimum of changes, then drops the oldest', () => {
    const positions = [0, 1, 2, 3, 4, 5];
    const [whole, cut] = [ringWith(1, 2, 3, 4), ringWith(1, 2, 3, 4, 5)];
    expect(positions.filter((position) => whole.reaches(position))).toEqual(positions);
    expect(positions.filter((position) => cut.reaches(position))).toEqual([3, 4, 5]);
    expect(cut.since('listing', 0).map(({ position }) => position)).toEqual([4, 5]);
  });

  it('returns the changes after a position, without the change at it', () => {
    const ring = ringWith(1, 2, 3);
    ring.add(changeAt(4, 'agent'));
    expect(ring.since('listing', 2).map(({ position }) => position)).toEqual([3]);
    expect(ring.since('listing', 3)).toEqual([]);
    expect([2, 3].map((position) => ring.some('listing', position, always))).toEqual([true, false]);
    expect([3, 4].map((position) => ring.some('agent', position, always))).toEqual([true, false]);
  });

  it.each([
    ['valid at its own position', 5, 1, undefined],
    ['valid at an earlier one', 6, 1, undefined],
    ['invalid after a known change', 4, 1, 'listing'],
    ['tested from the last position before which changes are forgotten', 3, 1, 'listing'],
    ['unknown where a change is forgotten', 2, 1, 'unknown'],
    ['unknown in another epoch', 5, 2, 'unknown'],
  ])('reports that a value is %s', (_, position, epoch, expected) => {
    const ring = ringWith(1, 2, 3, 4, 5);
    const by = ring.invalidatedBy(() => dependsOn({ listing: always }), { epoch, position }, { epoch: 1, position: 5 });
    expect(by).toBe(expected);
  });

  it.each([
    ['those after its position, up to another one', 1, 3, [1, -1]],
    ['none at its own position', 3, 3, []],
    ['not known where one is not', 3, 4, undefined],
    ['not known where another resource changes what it depends on', 4, 5, undefined],
    ['not known where a change is forgotten', 0, 3, undefined],
  ])('reports by how much changes move a total: %s', (_, from, to, expected) => {
    const ring = new ChangeRing();
    ring.forgetUntil(1);
    for (const position of [2, 3, 4]) ring.add(changeAt(position));
    ring.add(changeAt(5, 'agent'));
    const moves: Record<number, number> = { 2: 1, 3: -1 };
    const listing = Object.assign(() => true, { movesTotal: ({ position }: Change) => moves[position] });
    const at = (position: number) => ({ epoch: 1, position });
    expect(ring.movesOfTotal(dependsOn({ listing, agent: always }), at(from), at(to))).toEqual(expected);
    expect(ring.movesOfTotal(dependsOn({ listing }), { epoch: 2, position: from }, at(to))).toBeUndefined();
  });
});
