/** A listing of a property, presented, and the row that it was read with. */
interface Shown<Row, Listing> {
  readonly row: Row;
  readonly listing: Listing;
}

/** A property's listings in their order, and the row of the first one. */
interface Group<Row, Listing> {
  readonly first: Row;
  readonly listings: [Listing, ...Listing[]];
}

/** The listings of each property, by its id. */
export function listingsByProperty<Row extends { readonly propertyID: number }, Listing>(
  shown: readonly Shown<Row, Listing>[],
): Map<number, Group<Row, Listing>> {
  const groups = new Map<number, Group<Row, Listing>>();
  for (const { row, listing } of shown) {
    const group = groups.get(row.propertyID);
    if (group) group.listings.push(listing);
    else groups.set(row.propertyID, { first: row, listings: [listing] });
  }
  return groups;
}
