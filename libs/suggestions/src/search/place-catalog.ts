import { fullSuburbOf, placeWords } from '@app/address';
import { fold } from '@app/lists';
import { degreesText } from '@app/suburbs';
import { TextWords, type Parts, type TextWord } from './text-word.js';
import type { PlaceType, SuburbRow, SuggestedPlace } from './suggested-place.js';

/**
 * Colloquial names of suburbs: regions and places that are not a suburb, region or area of the reference ("Northern
 * Beaches" is an area).
 */
const KNOWN_AS: Readonly<Record<string, string>> = {
  CBD: `Sydney NSW, Melbourne VIC, Brisbane City QLD, Perth WA, Adelaide SA, Hobart TAS, Darwin City NT, City ACT`,
  'Canberra Civic': 'City ACT',
  'Kings Cross': 'Potts Point NSW, Darlinghurst NSW, Elizabeth Bay NSW, Rushcutters Bay NSW',
  'Darling Harbour': 'Sydney NSW, Pyrmont NSW, Haymarket NSW',
  'Eastern Suburbs': `Bondi NSW, Bondi Beach NSW, Bondi Junction NSW, Randwick NSW, Double Bay NSW, Rose Bay NSW,
    Vaucluse NSW, Coogee NSW, Paddington NSW, Woollahra NSW, Bellevue Hill NSW, Waverley NSW, Bronte NSW, Clovelly NSW,
    Maroubra NSW`,
  'North Shore': `North Sydney NSW, Chatswood NSW, Mosman NSW, Lane Cove NSW, Neutral Bay NSW, Willoughby NSW,
    Roseville NSW, Lindfield NSW, Killara NSW, Gordon NSW, Pymble NSW, Turramurra NSW, Wahroonga NSW, St Ives NSW`,
  'Hunter Valley': `Cessnock NSW, Pokolbin NSW, Singleton NSW, Maitland NSW, Lovedale NSW, Branxton NSW, Broke NSW,
    Scone NSW, Muswellbrook NSW`,
  'Southern Highlands': `Bowral NSW, Mittagong NSW, Moss Vale NSW, Bundanoon NSW, Berrima NSW, Robertson NSW`,
  'Northern Rivers': 'Byron Bay NSW, Ballina NSW, Lismore NSW',
  Illawarra: 'Wollongong NSW, Shellharbour NSW, Kiama NSW, Dapto NSW, Thirroul NSW',
  'Yarra Valley': 'Healesville VIC, Yarra Glen VIC, Coldstream VIC, Lilydale VIC, Warburton VIC',
  'Dandenong Ranges': 'Belgrave VIC, Sassafras VIC, Olinda VIC, Mount Dandenong VIC, Kallista VIC',
  'Bellarine Peninsula': `Ocean Grove VIC, Barwon Heads VIC, Queenscliff VIC, Point Lonsdale VIC, Portarlington VIC,
    Drysdale VIC, Leopold VIC, St Leonards VIC`,
  'Great Ocean Road': 'Torquay VIC, Anglesea VIC, Aireys Inlet VIC, Lorne VIC, Apollo Bay VIC',
  'Phillip Island': 'Cowes VIC, Rhyll VIC',
  Whitsundays: 'Airlie Beach QLD, Cannonvale QLD, Proserpine QLD',
  'Hervey Bay': 'Urangan QLD, Pialba QLD, Torquay QLD, Scarness QLD',
  'Barossa Valley': 'Tanunda SA, Nuriootpa SA, Angaston SA, Lyndoch SA, Williamstown SA',
  'Clare Valley': 'Clare SA, Auburn SA, Watervale SA, Sevenhill SA, Mintaro SA',
  'Fleurieu Peninsula': `Victor Harbor SA, Port Elliot SA, Goolwa SA, Middleton SA, Normanville SA, Yankalilla SA,
    McLaren Vale SA`,
  'Yorke Peninsula': 'Moonta SA, Kadina SA, Wallaroo SA',
  'Swan Valley': 'Henley Brook WA, Caversham WA, Middle Swan WA, West Swan WA, Herne Hill WA',
  'Western Suburbs': `Cottesloe WA, Claremont WA, Nedlands WA, Dalkeith WA, Peppermint Grove WA, Mosman Park WA,
    Swanbourne WA, Subiaco WA`,
  'Tamar Valley': 'Exeter TAS, Beauty Point TAS, Legana TAS, Beaconsfield TAS',
};

const NAMES = new Map<string, string[]>();
for (const [name, suburbs] of Object.entries(KNOWN_AS)) {
  for (const suburb of suburbs.split(/,\s+/)) NAMES.set(fold(suburb), [...(NAMES.get(fold(suburb)) ?? []), name]);
}

/** The colloquial names of a suburb. */
const knownAs = ({ suburb, state }: { readonly suburb: string; readonly state: string }): readonly string[] =>
  NAMES.get(fold(`${suburb} ${state}`)) ?? [];

/** A place and the words of its text. */
export interface PlaceEntry {
  readonly place: SuggestedPlace;
  readonly words: readonly TextWord[];
}

type Group = Exclude<PlaceType, 'suburb'>;

const NO_PLACE = {
  suburb: '',
  postcode: '',
  regionName: '',
  areaName: '',
  slug: '',
  _id: null,
  latitude: '',
  longitude: '',
} as const;

/**
 * The places that can be suggested: the suburbs of the reference, and their postcodes, regions and areas, each once per
 * state.
 */
export class PlaceCatalog {
  readonly entries: PlaceEntry[] = [];
  private readonly words = new TextWords();
  private readonly groups = new Map<string, number>();
  private readonly ofSuburbs = new Map<number, readonly number[]>();
  private readonly outside = new Map<number, string>();

  /** @returns the indices of the new entries */
  add(row: SuburbRow): number[] {
    const first = this.entries.length;
    if (row.gazetted) this.ofSuburbs.set(row.id, [this.suburb(row), ...this.groupsOf(row)]);
    else this.addOutside(row);
    return this.entries.slice(first).map((_, at) => first + at);
  }

  /** A place outside the reference counts for its postcode, if the reference contains it. */
  addOutside({ id, state, postcode }: Pick<SuburbRow, 'id' | 'state' | 'postcode'>): void {
    this.outside.set(id, keyOf('postcode', postcode, state));
  }

  /** The entries that count the listings of a suburb or of a place outside the reference. */
  containing(suburbId: number): readonly number[] {
    const group = this.groups.get(this.outside.get(suburbId) ?? '');
    return this.ofSuburbs.get(suburbId) ?? (group === undefined ? [] : [group]);
  }

  private suburb(row: SuburbRow): number {
    const { suburb, state, postcode, regionName, areaName, slug, uid } = row;
    const [latitude, longitude] = [degreesText(row.latitude), degreesText(row.longitude)];
    const text = fullSuburbOf(row);
    const place = { suburb, state, postcode, regionName, areaName, slug, _id: uid, latitude, longitude };
    return this.enter({ type: 'suburb', text, ...place }, [
      ['name', suburb],
      ['state', state],
      ['postcode', postcode],
      ...knownAs(row).map((name) => ['alias', name] as const),
    ]);
  }

  private groupsOf({ postcode, regionName, areaName, state }: SuburbRow): number[] {
    return [
      ...this.group('postcode', postcode, state, () => ({ postcode })),
      ...this.group('region', regionName, state, () => ({ regionName })),
      ...this.group('area', areaName, state, () => ({ areaName })),
    ];
  }

  /** The group with a name, which is added if it is new; empty without a name. */
  private group(type: Group, name: string, state: string, shown: () => Partial<SuggestedPlace>): number[] {
    if (name === '') return [];
    const key = keyOf(type, name, state);
    let at = this.groups.get(key);
    if (at === undefined) {
      const parts = partsOf(type, name, state);
      const text = parts.map(([, part]) => part).join(' ');
      this.groups.set(key, (at = this.enter({ ...NO_PLACE, type, text, state, ...shown() }, parts)));
    }
    return [at];
  }

  private enter(place: SuggestedPlace, parts: Parts): number {
    return this.entries.push({ place, words: this.words.of(parts) }) - 1;
  }
}

/** Case-folded, as in filters. */
const keyOf = (type: Group, name: string, state: string): string => [type, fold(name), fold(state)].join('|');

/** "3121 VIC", "Greater Melbourne VIC"; "Rest of VIC" already contains its state. */
function partsOf(type: Group, name: string, state: string): Parts {
  const saysState = placeWords(name).some(({ folded }) => folded === fold(state));
  const kind = type === 'postcode' ? 'postcode' : 'name';
  return [[kind, name], ...(saysState || state === '' ? [] : [['state', state] as const])];
}
