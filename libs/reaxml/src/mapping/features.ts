import { fieldsOf, tableKeys } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { readTruth } from '../values/numbers.js';
import { landArea } from './areas.js';
import type { Draft } from './draft.js';
import { attributeOf, readChildren, readersByKey, type ElementReader, childOf } from './element.js';
import { container, countOf, detail, noteOthers, multilineText, single, truth } from './readers.js';
import { plainText } from '../values/plain-text.js';

/** The elements of `ruralFeatures` in the order of the format, with the labels that are written into the text. */
const LABELS = {
  fencing: 'Fencing',
  annualRainfall: 'Annual rainfall',
  soilTypes: 'Soil types',
  improvements: 'Improvements',
  councilRates: 'Council rates',
  irrigation: 'Irrigation',
  carryingCapacity: 'Carrying capacity',
  services: 'Services',
} as const;

type RuralFeature = keyof typeof LABELS;
export type RuralFeatures = Partial<Record<RuralFeature, string>>;

const NAMES = tableKeys(LABELS);

/** Whether `ruralFeatures` has an element of this name. */
export const isRuralFeature = (key: string): boolean => NAMES.some((name) => name.toLowerCase() === key);

/** The parts of `ruralFeatures`, without the empty ones. */
export function ruralFeaturesOf(element: FeedElement): RuralFeatures {
  const parts: RuralFeatures = {};
  for (const name of NAMES) {
    const text = plainText(childOf(element, name)?.text ?? '');
    if (text) parts[name] = text;
  }
  return parts;
}

/** One readable text with a line for each part. Improvements alone have no label. */
export function ruralText(parts: RuralFeatures): string {
  const given = NAMES.filter((name) => parts[name]);
  if (given.length === 1 && parts.improvements) return parts.improvements;
  return given.map((name) => `${LABELS[name]}: ${parts[name]}`).join('\n');
}

/** Splits a text made by `ruralText` into its parts; any other text is returned whole, as improvements. */
export function ruralParts(text: string): RuralFeatures {
  const parts: RuralFeatures = {};
  for (const line of text.split('\n')) {
    const name = NAMES.find((one) => line.startsWith(`${LABELS[one]}: `));
    if (name) parts[name] = line.slice(LABELS[name].length + 2);
  }
  return ruralText(parts) === text ? parts : { improvements: text };
}

/** The feature fields of a listing; apart from case they have REAXML's names. */
const FIELDS = fieldsOf(ListingLine)
  .find(({ name }) => name === 'features')
  ?.of?.();

const fields = FIELDS ? fieldsOf(FIELDS) : [];

/** Names of the boolean features. */
export const FEATURE_ELEMENTS = fields.filter(({ kind }) => kind?.empty === false).map(({ name }) => name);

/** Names of the counted features. */
export const FEATURE_COUNTS = fields.filter(({ kind }) => kind?.schema.type === 'integer').map(({ name }) => name);

const readersOf = (names: readonly string[], reader: (path: string) => ElementReader) =>
  Object.fromEntries(names.map((name) => [name, reader(`features.${name}`)]));

/** `pool@type`, `spa@type`: sets one of the two features by the type; both are false when there is none. */
const typed = (inground: string, aboveground: string): ElementReader =>
  single((element, draft) => {
    const there = element.text !== '' && draft.accept(readTruth(element.text), element);
    if (there === undefined) return;
    const above = typeOf(element) === 'aboveground';
    draft.put(`features.${inground}`, there && !above, element);
    draft.put(`features.${aboveground}`, there && above, element);
  });

const typeOf = (element: FeedElement): string | undefined => attributeOf(element, 'type')?.toLowerCase();

const isNo = (text: string): boolean => {
  const read = readTruth(text);
  return 'value' in read && !read.value;
};

/** Features given as a type instead of yes or no. */
const HEATING = new Map(Object.entries({ gas: ['gasHeating'], gdh: ['gasHeating', 'ductedHeating'] }));

/** A kind by `@type`, or none. */
const kindOf =
  (path: string): ElementReader =>
  (found, draft) => {
    if (found.every(isNone)) draft.put(path, null, found[0]);
    else detail(path, 'type')(found, draft);
  };

const isNone = ({ text }: FeedElement): boolean => text !== '' && isNo(text);

const heating: ElementReader = (found, draft) => {
  kindOf('details.heating')(found, draft);
  if (found.every(isNone)) return;
  const flags = found.flatMap((element) => HEATING.get(typeOf(element) ?? '') ?? []);
  for (const flag of flags) draft.put(`features.${flag}`, true, found[0]);
};

const hotWaterService: ElementReader = (found, draft) => {
  kindOf('details.hotWaterService')(found, draft);
  if (found.some((element) => !isNone(element) && typeOf(element) === 'solar'))
    draft.put('ecoFriendly.solarHotWater', true, found[0]);
};

export const ecoFriendly = container({
  solarPanels: truth('ecoFriendly.solarPanels'),
  solarHotWater: truth('ecoFriendly.solarHotWater'),
  waterTank: truth('ecoFriendly.waterTank'),
  greyWaterSystem: truth('ecoFriendly.greyWaterSystem'),
});

/** A home with 0 bedrooms is a studio. For other listings, 0 means that the number is unknown. */
const bedrooms = single((element, draft) => {
  const isHome = ['residential', 'rental'].includes(draft.listingType);
  if (!isHome && /^0+$/.test(element.text)) draft.put('features.bedrooms', null, element);
  else countOf('features.bedrooms')([element], draft);
});

/** The area of `landDetails` takes precedence. */
const landAreaInFeatures: ElementReader = (found, draft) => {
  if (draft.valueAt('landDetails.area') === undefined && found[0]?.text) landArea(found, draft);
};

/** The less exact elements. They are read first, so that exact elements of the same features override them. */
const GENERAL = readersByKey({
  heating,
  hotWaterService,
  pool: typed('poolInGround', 'poolAboveGround'),
  spa: typed('insideSpa', 'outsideSpa'),
});

const EXACT = readersByKey({
  ...readersOf(FEATURE_ELEMENTS, truth),
  ...readersOf(FEATURE_COUNTS, countOf),
  bedrooms,
  otherFeatures: single((element, draft) => {
    if (isNo(element.text)) draft.put('features.otherFeatures', '', element);
    else multilineText('features.otherFeatures')([element], draft);
  }),
  ecoFriendly,
  landArea: landAreaInFeatures,
  landSize: landAreaInFeatures,
  smoker: truth('features.smokers'),
  toilet: countOf('features.toilets'),
  livingArea: countOf('features.livingAreas'),
  yearBuilt: detail('details.yearBuilt'),
  yearLastRenovated: detail('details.yearLastRenovated'),
});

/** A general element without a type is skipped if one of these exact elements exists. */
const EXACT_FLAGS: Record<string, readonly string[]> = {
  pool: ['poolinground', 'poolaboveground'],
  spa: ['insidespa', 'outsidespa'],
};

/** `features` and `allowances`. */
export const features = single((element, draft) => {
  const keys = new Set(element.children.map(({ key }) => key));
  const general = element.children.filter(
    (child) => GENERAL.has(child.key) && (typeOf(child) || !EXACT_FLAGS[child.key]?.some((key) => keys.has(key))),
  );
  const exact = element.children.filter(({ key }) => !GENERAL.has(key));
  readChildren(general, GENERAL, draft);
  readChildren(exact, EXACT, draft);
});

const readYes = (element: FeedElement, draft: Draft): boolean =>
  element.text !== '' && draft.accept(readTruth(element.text), element) === true;

export const IDEAL_FOR: readonly string[] =
  'firstHomeBuyer investors downsizing couples students lrgFamilies reitrees'.split(' ');
export const VIEWS: readonly string[] = ['city', 'water', 'valley', 'mountain', 'ocean'];

/** The name that r1.64 corrected; the name of r1.61 is stored. */
export const RETIREES = { name: 'retirees', stored: 'reitrees' };

/** `idealFor`, `views`: the names of the children that are true, in the spelling of the format. */
export const namesOfTrue = (path: string, names: readonly string[]): ElementReader => {
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]));
  if (names.includes(RETIREES.stored)) byKey.set(RETIREES.name, RETIREES.stored);
  return single((element, draft) => {
    noteOthers(element, [...byKey.keys()], draft);
    const named = element.children.filter((child) => byKey.has(child.key) && readYes(child, draft));
    draft.put(path, [...new Set(named.map(({ key }) => byKey.get(key)))], element);
  });
};
