import { placeNames } from './place-names.js';

/** Names that people use for several areas of a state, and the names of the areas. */
const NAMES: readonly (readonly [name: string, state: string, areas: readonly string[]])[] = [
  ['Barossa Valley', 'SA', ['Barossa']],
  ['Byron Bay', 'NSW', ['Byron']],
  ['Dandenong Ranges', 'VIC', ['Yarra Ranges']],
  ['Eastern Suburbs', 'NSW', ['Randwick', 'Waverley', 'Woollahra']],
  ['Hills District', 'NSW', ['The Hills Shire']],
  ['Hunter Valley', 'NSW', ['Cessnock', 'Dungog', 'Maitland', 'Muswellbrook', 'Singleton', 'Upper Hunter Shire']],
  ['Illawarra', 'NSW', ['Kiama', 'Shellharbour', 'Wollongong']],
  ['Lower North Shore', 'NSW', ['Lane Cove', 'Mosman', 'North Sydney', 'Willoughby']],
  ['Margaret River', 'WA', ['Augusta-Margaret River']],
  ['North Shore', 'NSW', ['Ku-ring-gai', 'Lane Cove', 'Mosman', 'North Sydney', 'Willoughby']],
  ['Northern Rivers', 'NSW', ['Ballina', 'Byron', 'Kyogle', 'Lismore', 'Richmond Valley', 'Tweed']],
  ['Southern Highlands', 'NSW', ['Wingecarribee']],
  ['St George', 'NSW', ['Georges River', 'Rockdale']],
  ['Upper North Shore', 'NSW', ['Hornsby', 'Ku-ring-gai']],
  ['Whitsundays', 'QLD', ['Whitsunday']],
  ['Yarra Valley', 'VIC', ['Yarra Ranges']],
];

const canonical = (name: string): string => placeNames(name)[0] ?? '';

/** The canonical names and the state of the areas that a canonical name stands for. */
export const POPULAR_AREAS: ReadonlyMap<string, { readonly state: string; readonly areas: readonly string[] }> =
  new Map(
    NAMES.map(([name, state, areas]) => [canonical(name), { state: state.toLowerCase(), areas: areas.map(canonical) }]),
  );
