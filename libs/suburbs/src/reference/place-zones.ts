import { fold } from '@app/lists';
import type { SuburbKey } from './suburb-names.js';

/** Time zones by state. */
const STATE_ZONES: ReadonlyMap<string, string> = new Map([
  ['act', 'Australia/Sydney'],
  ['nsw', 'Australia/Sydney'],
  ['nt', 'Australia/Darwin'],
  ['qld', 'Australia/Brisbane'],
  ['sa', 'Australia/Adelaide'],
  ['tas', 'Australia/Hobart'],
  ['vic', 'Australia/Melbourne'],
  ['wa', 'Australia/Perth'],
]);

/** Places of a postcode whose time zone differs from their state's. */
interface ZonedPlaces {
  readonly timeZone: string;
  readonly postcode: string;
  /** Case-folded, like the names. */
  readonly state: string;
  /** Suburbs that are recognized by state alone if an address has no postcode. */
  readonly suburbs: readonly string[];
  /** The exceptions, if all other suburbs of the postcode have this time zone too; absent: no other suburb has it. */
  readonly othersExcept?: readonly string[];
}

const ZONED_PLACES: readonly ZonedPlaces[] = [
  {
    // The County of Yancowinna (Standard Time Act 1987 of NSW). The postcode reaches 300 km beyond it.
    timeZone: 'Australia/Broken_Hill',
    postcode: '2880',
    state: 'nsw',
    suburbs: ['broken hill', 'silverton'],
    othersExcept: [
      'broughams gate',
      'cameron corner',
      'fowlers gap',
      'little topar',
      'milparinka',
      'mutawintji',
      'packsaddle',
      'tibooburra',
    ],
  },
  { timeZone: 'Australia/Lord_Howe', postcode: '2898', state: 'nsw', suburbs: ['lord howe island'], othersExcept: [] },
  { timeZone: 'Pacific/Norfolk', postcode: '2899', state: 'nsw', suburbs: ['norfolk island'], othersExcept: [] },
  // The Eyre Highway, from the border of South Australia to the east of Caiguna.
  { timeZone: 'Australia/Eucla', postcode: '5690', state: 'sa', suburbs: ['border village'] },
  {
    timeZone: 'Australia/Eucla',
    postcode: '6443',
    state: 'wa',
    suburbs: ['cocklebiddy', 'eucla', 'madura', 'mundrabilla'],
  },
  { timeZone: 'Indian/Christmas', postcode: '6798', state: 'wa', suburbs: ['christmas island'], othersExcept: [] },
  {
    timeZone: 'Indian/Cocos',
    postcode: '6799',
    state: 'wa',
    suburbs: ['cocos (keeling) islands', 'cocos islands'],
    othersExcept: [],
  },
];

/** The time zone of a place that differs from its state's. */
export function zoneOfPlace(place: SuburbKey): string | undefined {
  const [suburb, state] = [fold(place.suburb), fold(place.state)];
  const isIn = (zoned: ZonedPlaces): boolean => {
    const isNamed = zoned.suburbs.includes(suburb);
    if (place.postcode === '') return isNamed && (state === '' || state === zoned.state);
    if (place.postcode !== zoned.postcode) return false;
    return isNamed || (zoned.othersExcept !== undefined && !zoned.othersExcept.includes(suburb));
  };
  return ZONED_PLACES.find(isIn)?.timeZone;
}

/** The main time zone of a state. */
export const zoneOfState = (state: string): string => STATE_ZONES.get(state.toLowerCase()) ?? 'Australia/Sydney';
