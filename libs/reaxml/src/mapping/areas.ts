import type { FeedElement } from '../feed.types.js';
import { readAmount, quoted } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, oneLine, type ElementReader } from './element.js';
import { container, detail, line, rangeIn, rangeOf, single, truthDetail } from './readers.js';

/** Square metres per unit. */
const SQUARE_METRES = new Map(
  Object.entries({
    square: 9.290304,
    squaremeter: 1,
    squaremetre: 1,
    sqm: 1,
    m2: 1,
    acre: 4046.8564224,
    hectare: 10_000,
    ha: 10_000,
  }),
);

/** A measure, its unit, and the words of an approximation, which senders add before or after it. */
const measureIn = (units: string): RegExp =>
  new RegExp(
    String.raw`^(?:(?:approx[a-z]*\.?|about|circa|ca?\.|~)\s{0,9})?(.*?[\d¼½¾])\s{0,9}(${units})?\.?(?:\s{0,9}\(?(?:approx[a-z]*|circa)\.?\)?)?$`,
    'i',
  );
const AREA = measureIn('sq\\.?\\s?m(?:et(?:er|re)s?)?|square met(?:er|re)s?|m2|m²|ac|acres?|ha|hectares?|squares?');
const LENGTH = measureIn('m(?:et(?:er|re)s?)?');

/** An area whose text has no unit. A unit in the text takes precedence over the attribute. */
function withoutUnit(element: FeedElement): FeedElement {
  const [, text = element.text, unit] = AREA.exec(element.text) ?? [];
  if (unit === undefined) return { ...element, text };
  const key = /^(?:sq(?!uares?$)|m)/i.test(unit) ? 'sqm' : unit.replace(/^ac$/i, 'acre');
  return { ...element, text, attributes: { ...element.attributes, unit: key } };
}

const FRACTION = /^(?:(\d{1,5})(?:\s|(?=\d⁄)))?([1-9])[/⁄]([1-9])$/;

/** Reads a measure: `650`, `1/4`, `2 1/2`, `2½`. */
const readMeasure = (text: string) =>
  readAmount(text.normalize('NFKC').replace(FRACTION, (_, ones = 0, over, under) => `${+ones + over / under}`));

/** The function that converts an area's unit to square metres: unchanged, or rounded to two decimals. */
function conversionOf(element: FeedElement, draft: Draft): ((amount: number) => number) | undefined {
  const unit = attributeOf(element, 'unit') ?? '';
  const metres = SQUARE_METRES.get(unit.toLowerCase().replace(/s$/, ''));
  if (unit === '') draft.note(element, 'has no unit', 'read as square metres');
  else if (metres === undefined) {
    draft.note(element, `${quoted(unit)} is not a unit of area`);
    return undefined;
  }
  return metres === undefined || metres === 1 ? (value) => value : (value) => Math.round(value * metres * 100) / 100;
}

/** Sets an area or a range, from elements or words. A range alone clears the area; an empty element clears both. */
function putArea([path, rangePath]: readonly [string, string], element: FeedElement, draft: Draft): void {
  const text = oneLine(element.text);
  const isEmpty = text === '' && element.children.length === 0;
  const convert = isEmpty ? Number : conversionOf(element, draft);
  const inWords = rangeIn(text);
  const range = rangeOf(element, draft) ?? inWords;
  // A range that lacks one of the two is noted, and changes nothing.
  if (!convert || (!range && text === '' && childOf(element, 'range'))) return;
  const value = text === '' || inWords ? null : draft.accept(readMeasure(text), element);
  if (value === undefined && !range) return;
  draft.put(rangePath, range ? { min: convert(range.min), max: convert(range.max) } : null, element);
  if (value !== undefined)
    draft.put(path, value === null ? null : { value: convert(value), unit: 'squareMeter' }, element);
}

const isTotal = (element: FeedElement): boolean => (attributeOf(element, 'of') ?? 'total').toLowerCase() === 'total';

/**
 * Reads one of several areas (of floors, for example): the total. The others go to `details` where there is a field for
 * them.
 */
const area =
  (paths: readonly [string, string], othersPath?: string): ElementReader =>
  (found, draft) => {
    const given = found.map(withoutUnit);
    const total = given.find(isTotal) ?? given[0];
    if (total) putArea(paths, total, draft);
    const others = given.filter((one) => one !== total && one.text !== '');
    if (othersPath === undefined) for (const one of others) draft.note(one, `occurs also as ${quoted(one.text)}`);
    else
      draft.put(
        othersPath,
        others.flatMap((one) => otherArea(one, draft) ?? []),
        found[0],
      );
  };

function otherArea(element: FeedElement, draft: Draft) {
  const value = draft.accept(readMeasure(element.text), element);
  const convert = value === undefined ? undefined : conversionOf(element, draft);
  return convert && { of: attributeOf(element, 'of') ?? '', value: convert(value ?? 0) };
}

/** Whether a length is in metres, the only unit; another unit is noted. */
function isInMetres(element: FeedElement, draft: Draft): boolean {
  const unit = attributeOf(element, 'unit') ?? 'meter';
  const isMetre = /^met(er|re)s?$|^m$/i.test(unit);
  if (!isMetre) draft.note(element, `${quoted(unit)} is not a unit of length`);
  return isMetre;
}

/** Reads a length that may have its unit behind it: `15.2m`. */
const readMetres = (text: string) => readMeasure(LENGTH.exec(text)?.[1] ?? text);

const frontage = single((element, draft) => {
  if (element.text === '') draft.put('landDetails.frontage', null, element);
  else if (isInMetres(element, draft)) {
    const value = draft.accept(readMetres(element.text), element);
    if (value !== undefined) draft.put('landDetails.frontage', { value, unit: 'meter' }, element);
  }
});

const depth: ElementReader = (found, draft) => {
  const given = found.filter((one) => one.text !== '' && isInMetres(one, draft));
  const depths = given.flatMap((one) => {
    const value = draft.accept(readMetres(one.text), one);
    return value === undefined ? [] : { side: attributeOf(one, 'side') ?? '', value };
  });
  draft.put('details.depths', depths, found[0]);
};

export const landArea = area(['landDetails.area', 'details.landAreaRange']);

/** `landDetails`. */
export const landDetails = container({
  area: landArea,
  frontage,
  depth,
  crossOver: detail('details.crossOver'),
});

/** `buildingDetails`. */
export const buildingDetails = container({
  area: area(['buildingDetails.area', 'details.buildingAreaRange'], 'details.otherAreas'),
  energyRating: line('buildingDetails.energyRating'),
  newlyBuilt: truthDetail('details.newlyBuilt'),
});
