export { suburbLine, type ReferenceSuburb, type SuburbPlace } from './suburb-line.js';
export { suburbName, suburbSlug, type SuburbKey } from './suburb-names.js';
export { isTimeZone, type RowProblem } from './suburbs-csv-row.js';
export { readSuburbsCsv } from './suburbs-csv.js';
export { surroundingSuburbs, type SuburbCentre, type Neighbour } from './surroundings.js';
