import type { FeedElement } from '../feed.types.js';
import { readAmount, said } from '../values/numbers.js';
import type { Draft } from './draft.js';
import { attributeOf } from './element.js';
import { container, kept, line, single } from './readers.js';

/** Square metres in each unit. */
const SQUARE_METRES: Record<string, number> = {
  square: 9.290304,
  squaremeter: 1,
  squaremetre: 1,
  sqm: 1,
  m2: 1,
  acre: 4046.8564224,
  hectare: 10_000,
  ha: 10_000,
};

/** An area in square metres, as they are, or converted and rounded to two decimals. */
const putArea = (path: string, element: FeedElement, draft: Draft): void => {
  const { text } = element;
  if (text === '') {
    draft.put(path, null, element);
    return;
  }
  const unit = attributeOf(element, 'unit') ?? '';
  const metres = SQUARE_METRES[unit.toLowerCase().replace(/s$/, '')];
  const value = draft.accept(readAmount(text), element);
  if (value === undefined) return;
  if (unit === '') draft.note(element, 'has no unit', 'read as square metres');
  else if (metres === undefined) {
    draft.note(element, `${said(unit)} is no unit of area`);
    return;
  }
  const converted = metres === undefined || metres === 1 ? value : Math.round(value * metres * 100) / 100;
  draft.put(path, { value: converted, unit: 'squareMeter' }, element);
};

/** Of several areas, such as those of floors, the total one. */
const area =
  (path: string) =>
  (found: readonly FeedElement[], draft: Draft): void => {
    const total = found.find((one) => attributeOf(one, 'of')?.toLowerCase() === 'total') ?? found[0];
    if (total) putArea(path, total, draft);
  };

const frontage = single((element, draft) => {
  const unit = attributeOf(element, 'unit') ?? 'meter';
  if (element.text === '') draft.put('landDetails.frontage', null, element);
  else if (!/^met(er|re)s?$|^m$/i.test(unit)) draft.note(element, `${said(unit)} is no unit of length`);
  else {
    const value = draft.accept(readAmount(element.text), element);
    if (value !== undefined) draft.put('landDetails.frontage', { value, unit: 'meter' }, element);
  }
});

/** `landDetails`; depths and the crossover have no place in a listing. */
export const landDetails = container({ area: area('landDetails.area'), frontage, depth: kept, crossOver: kept });

/** `buildingDetails`. */
export const buildingDetails = container({
  area: area('buildingDetails.area'),
  energyRating: line('buildingDetails.energyRating'),
  newlyBuilt: kept,
});
