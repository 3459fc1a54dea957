import { FEATURE_FLAGS } from '@app/listings';
import type { ParameterObject } from '@nestjs/swagger';

/** The OpenAPI extension with the group of a query parameter: forms show long lists of filters in groups. */
export const GROUP = 'x-group';

/** The groups in the order of a form, with their parameters. A parameter name has the same meaning in every list. */
export const GROUPS: Readonly<Record<string, string>> = {
  'Page and order': 'page limit cursor sort facets facetLimit by period periods',
  Place: 'suburb fullSuburb surroundingsuburb state postcode region areaname address street',
  Map: 'zoom near radius bbox polygon accuracy',
  Kind: 'kind status listingType types category businessCategory commercialCategory landCategory ruralCategory commercialListingType',
  'Price and size':
    'minPrice maxPrice minSoldPrice maxSoldPrice minLandArea maxLandArea minFloorArea maxFloorArea underOffer',
  Rooms:
    'bedrooms bathrooms carspaces minbedrooms maxbedrooms minbathrooms maxbathrooms mincarspaces maxcarspaces garages carports openSpaces ensuite toilets livingAreas',
  'Agency and people':
    'websiteID agentID agent agents agentSlug email department accessKey hostname link main primaryID agencyType iswebsiteclient',
  'Dates and events':
    'isInspections isAuctions isOffMarket baseDate datefrom dateto dates updatedAt createdAt since until',
  'Names and identifiers': 'id ids listingID excludeids uniqueID uniqueIDs s q name slug exclude',
};

const FEATURES = 'Features';
const REST = 'More';

const byName = new Map<string, string>([
  ...FEATURE_FLAGS.map((name) => [name, FEATURES] as const),
  ...Object.entries(GROUPS).flatMap(([group, names]) => names.split(' ').map((name) => [name, group] as const)),
]);

/** The group names in the order of a form. */
export const GROUP_NAMES: readonly string[] = [...Object.keys(GROUPS), FEATURES, REST];

export const groupNamed = (parameter: string): string => byName.get(parameter) ?? REST;

/** The group of a parameter; undefined for path parameters and headers. */
export const groupOf = (parameter: ParameterObject): string | undefined =>
  (parameter as ParameterObject & { readonly [GROUP]?: string })[GROUP]; // `describeOperations` sets it
