import { fullSuburbOf, placeWords } from '@app/address';
import { fold } from '@app/lists';
import { degreesText } from '@app/suburbs';
import { knownAs } from './known-as.js';
import { TextWords, type Parts, type TextWord } from './text-word.js';
import type { PlaceType, SuburbRow, SuggestedPlace } from './suggested-place.js';

/** A place with the words of its text. */
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
 * The places that can be suggested: the suburbs of the reference, and the postcodes, regions and areas that they are in,
 * each once for each state.
 */
export class PlaceCatalog {
  readonly entries: PlaceEntry[] = [];
  private readonly words = new TextWords();
  private readonly groups = new Map<string, number>();
  private readonly ofSuburbs = new Map<number, readonly number[]>();
  private readonly outside = new Map<number, string>();

  /** @returns the indices of the entries that are new by this row */
  add(row: SuburbRow): number[] {
    const first = this.entries.length;
    if (row.gazetted) this.ofSuburbs.set(row.id, [this.suburb(row), ...this.groupsOf(row)]);
    else this.addOutside(row);
    return this.entries.slice(first).map((_, at) => first + at);
  }

  /** A place outside the reference is in its postcode, if that is one of the reference. */
  addOutside({ id, state, postcode }: Pick<SuburbRow, 'id' | 'state' | 'postcode'>): void {
    this.outside.set(id, keyOf('postcode', postcode, state));
  }

  /** The entries that what is in a suburb, or in a place outside the reference, is counted for. */
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

  /** The group of a name, which is entered when it is new; none without a name. */
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

/** Case-folded, as filters compare them. */
const keyOf = (type: Group, name: string, state: string): string => [type, fold(name), fold(state)].join('|');

/** "3121 VIC", "Greater Melbourne VIC"; "Rest of VIC" has its state already. */
function partsOf(type: Group, name: string, state: string): Parts {
  const saysState = placeWords(name).some(({ folded }) => folded === fold(state));
  const kind = type === 'postcode' ? 'postcode' : 'name';
  return [[kind, name], ...(saysState || state === '' ? [] : [['state', state] as const])];
}
