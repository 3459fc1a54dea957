import { agentsOf, ofCurrentListings } from '@app/listings';
import { dependsOn, either, mayConcern, ofThings, type Concern, type Dependence } from '@app/cache';

/** Changes of listings of these properties. */
export const ofListingsAt =
  (properties: readonly unknown[]): Concern =>
  (change) =>
    mayConcern(change, ({ property_id: id }) => id === undefined || properties.includes(id));

/** What a single property shows of other things. */
interface ShownProperty {
  readonly id: number;
  readonly listings: readonly {
    readonly agents: readonly { readonly id: number }[];
    readonly website: { readonly websiteID: number };
  }[];
}

/** What the single read of a property depends on. */
export function propertyDependence(text: string): Dependence {
  const { id, listings } = JSON.parse(text) as ShownProperty; // the text of a property
  const agents = agentsOf(listings);
  return dependsOn({
    property: ofThings([id]),
    listing: either(ofListingsAt([id]), ofCurrentListings(agents)),
    account: ofThings(listings.map(({ website }) => website.websiteID)),
    agent: ofThings(agents),
  });
}
