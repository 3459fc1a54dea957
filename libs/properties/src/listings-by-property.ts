import type { PropertyRow } from './property.presenter.js';
import type { ShownListing } from './property-visibility.reads.js';

/** The listings of each property in their order, by its id. */
export function listingsByProperty<Row extends PropertyRow>(
  shown: readonly ShownListing<Row>[],
): Map<number, [ShownListing<Row>, ...ShownListing<Row>[]]> {
  const groups = new Map<number, [ShownListing<Row>, ...ShownListing<Row>[]]>();
  for (const one of shown) {
    const group = groups.get(one.row.propertyID);
    if (group) group.push(one);
    else groups.set(one.row.propertyID, [one]);
  }
  return groups;
}
