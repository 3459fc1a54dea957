const NAMES =
  'alley avenue boulevard circuit close court crescent drive esplanade gardens grove highway lane parade parkway place ' +
  'rise road square street terrace track view walk way';

const ABBREVIATIONS =
  'ally av ave bvd blvd cct cl ct cr cres dr esp gdns gr hwy la pde pkwy pl rd sq st tce tk vw wk wy';

/** What streets are called beside their names, in full and as it is abbreviated, in lower case. */
export const STREET_TYPES: ReadonlySet<string> = new Set(`${NAMES} ${ABBREVIATIONS}`.split(' '));
