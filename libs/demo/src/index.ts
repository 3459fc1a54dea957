export type { AccountLine, AddressLine, AgentLine, SocialMedia } from './bundle-lines.js';
export { DEMO_DEFAULTS, generateDirectory, type Directory, type DirectoryOptions } from './generate-directory.js';
export type {
  ListingFeatures,
  ListingLine,
  ListingPrice,
  ListingStatus,
  ListingType,
  Measure,
} from './listing-line.js';
export type { DemoPlace } from './places/demo-place.js';
export { gazetteer } from './places/gazetteer.js';
