/** A line of `suburbs.ndjson`. */
export interface SuburbLine {
  readonly _id: string;
  readonly name: string;
  readonly slug: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly areaName: string;
  readonly regionName: string;
  readonly surroundingSuburbs: { readonly name: string; readonly slug: string }[] | null;
  readonly latitude: string;
  readonly longitude: string;
  readonly timeZone: string;
}

/** An object identifier that names the kind and the number of its object, in the form of a UUIDv7. */
export const uuid = (kind: number, number: number): string =>
  `01900000-000${kind}-7000-8000-${String(number).padStart(12, '0')}`;

/** All specs of a worker share this counter. It starts above any number that a spec writes down. */
let made = 10_000;

/**
 * A suburb by its full name, such as "Richmond VIC 3121". Other fields are empty; the slug is the name with hyphens.
 */
export function suburbLine(name: string, fields: Partial<SuburbLine> = {}): SuburbLine {
  const [, suburb = '', state = '', postcode = ''] = /^(.+) ([A-Z]+) (\d+)$/.exec(name) ?? [];
  made += 1;
  return {
    _id: uuid(1, made),
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    suburb,
    state,
    postcode,
    areaName: '',
    regionName: '',
    surroundingSuburbs: null,
    latitude: '',
    longitude: '',
    timeZone: '',
    ...fields,
  };
}
