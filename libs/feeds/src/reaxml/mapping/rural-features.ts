import { childOf } from './element.js';
import type { FeedElement } from '../feed.types.js';
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

export type RuralFeature = keyof typeof LABELS;
export type RuralFeatures = Partial<Record<RuralFeature, string>>;

const NAMES = Object.keys(LABELS) as RuralFeature[]; // keys of this very object

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
