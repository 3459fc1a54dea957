/** The groups of parameters in the order of a form, which shows the first one open. */
export const PARAMETER_GROUPS = [
  'Place',
  'Kind and status',
  'Price and size',
  'Rooms',
  'Features',
  'Map',
  'Words and identifiers',
  'Agency and people',
  'Dates and events',
  'Page, order and form',
] as const;

export type ParameterGroup = (typeof PARAMETER_GROUPS)[number];

/** The OpenAPI extension with the group of a query parameter: forms show long lists of filters in groups. */
export const GROUP = 'x-group';
