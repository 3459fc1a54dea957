import { isMistyped } from './generated-keys.js';

/** Keys that the API document has shown in examples: anybody may know them. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'harbour-access-key',
  'harbour-access-key-2',
  'harbour-secret-key',
  'harbour-secret-key-of-24-characters-or-more',
  'adk_5pksb4Hu7ZwmhfvAnpzPOHMLYCciFtj0vQ3H2jalXMg2Ek91t',
  'ads_cUT6YdwCicQa3qN8LPdivC1yzN8VBA8ZhIDkQheyBSM0rKtiy',
]);

/** A key of an example: of the form of generated ones, with a wrong checksum. The service never accepts it. */
export const EXAMPLE_ACCESS_KEY = `adk_${'Example'.repeat(7)}`;
export const EXAMPLE_SECRET_KEY = `ads_${'Example'.repeat(7)}`;

/** Whether a key is never accepted: it is mistyped (B19), or was published. */
export const isRefused = (key: string): boolean => PUBLISHED.has(key) || isMistyped(key);
