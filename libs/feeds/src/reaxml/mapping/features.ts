import { fieldsOf } from '@app/fields';
import { ListingLine } from '@app/listings';
import type { FeedElement } from '../feed.types.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import { attributeOf, readChildren, readersByKey, type ElementReader } from './element.js';
import { count, kept, prose, single, truth } from './readers.js';

/** What a listing says of its features; the names are those of REAXML but for their case. */
const FIELDS = fieldsOf(ListingLine)
  .find(({ name }) => name === 'features')
  ?.of?.();

const fields = FIELDS ? fieldsOf(FIELDS) : [];

/** The flags, by the field's name. */
export const FEATURE_FLAGS = fields.filter(({ kind }) => kind?.empty === false).map(({ name }) => name);

/** The counts, by the field's name. */
export const FEATURE_COUNTS = fields
  .filter(({ kind }) => kind?.schema.type === 'integer')
  .map(({ name }) => name);

const readersOf = (names: readonly string[], reader: (path: string) => ElementReader) =>
  Object.fromEntries(names.map((name) => [name, reader(`features.${name}`)]));

/** `pool@type`, `spa@type`: each sets the flag of its type, unless the feed has an element for that flag. */
const typed = (inground: string, aboveground: string): ElementReader =>
  single((element, draft) => {
    const flag = attributeOf(element, 'type')?.toLowerCase() === 'aboveground' ? aboveground : inground;
    truth(`features.${flag}`)([element], draft);
  });

/** Features that name a type instead of saying yes. */
const HEATING: Record<string, readonly string[]> = { gas: ['gasHeating'], gdh: ['gasHeating', 'ductedHeating'] };

const heating: ElementReader = (found, draft) => {
  kept(found, draft);
  const [element] = found;
  const flags = HEATING[(element && attributeOf(element, 'type')?.toLowerCase()) ?? ''] ?? [];
  for (const flag of flags) draft.put(`features.${flag}`, true, 'heating');
};

const hotWaterService: ElementReader = (found, draft) => {
  kept(found, draft);
  const solar = found.some((element) => attributeOf(element, 'type')?.toLowerCase() === 'solar');
  if (solar) draft.put('ecoFriendly.solarHotWater', true, 'hotWaterService');
};

/** The less exact elements: what an exact one says of the same counts. */
const GENERAL = readersByKey({
  heating,
  hotWaterService,
  pool: typed('poolInGround', 'poolAboveGround'),
  spa: typed('insideSpa', 'outsideSpa'),
});

const EXACT = readersByKey({
  ...readersOf(FEATURE_FLAGS, truth),
  ...readersOf(FEATURE_COUNTS, count),
  otherFeatures: prose('features.otherFeatures'),
  smoker: truth('features.smokers'),
});

/** `features` and `allowances`. */
export const features = single((element, draft) => {
  readChildren(only(element, (key) => GENERAL.has(key)), GENERAL, draft);
  readChildren(only(element, (key) => !GENERAL.has(key)), EXACT, draft);
});

const only = (element: FeedElement, wanted: (key: string) => boolean): FeedElement => ({
  ...element,
  children: element.children.filter(({ key }) => wanted(key)),
});

const readYes = (element: FeedElement, draft: Draft): boolean =>
  element.text !== '' && draft.accept(readTruth(element.text), element.name) === true;

/** `idealFor`, `views`: the names of what is so. */
export const namesOfTrue = single((element, draft) => {
  draft.keep(
    element.name,
    element.children.filter((child) => readYes(child, draft)).map(({ name }) => name),
  );
});
