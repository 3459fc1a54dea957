export type { DemoAccountLine, AddressLine, DemoAgentLine, DemoSocialMedia } from './bundle-lines.js';
export { DEMO_DEFAULTS, generateDirectory, type DemoDirectory, type DirectoryOptions } from './generate-directory.js';
export type {
  ListingFeatures,
  DemoListingLine,
  ListingPrice,
  ListingStatus,
  ListingType,
  Measure,
} from './listing-line.js';
export type { DemoPlace } from './places/demo-place.js';
