import { parseStored } from '@app/schema';
import { agentsOf, ofCurrentListings } from '@app/listings';
import { dependsOn, either, mayMatch, ofIds, type Invalidates, type CacheDependencies } from '@app/cache';

/** Changes of listings of these properties. */
export const ofListingsAt =
  (properties: readonly unknown[]): Invalidates =>
  (change) =>
    mayMatch(change, ({ property_id: id }) => id === undefined || properties.includes(id));

/** The other resources shown with a single property. */
interface ShownProperty {
  readonly id: number;
  readonly listings: readonly {
    readonly agents: readonly { readonly id: number }[];
    readonly website: { readonly websiteID: number };
  }[];
}

/** The cache dependencies of the single read of a property. */
export function propertyDependencies(text: string): CacheDependencies {
  const { id, listings } = parseStored<ShownProperty>(text);
  const agents = agentsOf(listings);
  return dependsOn({
    property: ofIds([id]),
    listing: either(ofListingsAt([id]), ofCurrentListings(agents)),
    account: ofIds(listings.map(({ website }) => website.websiteID)),
    agent: ofIds(agents),
  });
}
