import type { FeedElement } from '../feed.types.js';
import { attributeOf, childrenOf, oneLine, textOfChild, type ElementReader } from './element.js';

const byId = (found: readonly FeedElement[]): FeedElement[] => found.toSorted((one, other) => idOf(one) - idOf(other));

const idOf = (element: FeedElement): number => Number(attributeOf(element, 'id')) || 1;

/** The names that are given, each once. */
const namesOf = (found: readonly FeedElement[], nameOf: (element: FeedElement) => string): string[] => [
  ...new Set(
    byId(found)
      .map(nameOf)
      .filter((name) => name !== ''),
  ),
];

/** `commercialCategory@name`, in the order of `@id`. */
export const commercialCategory: ElementReader = (found, draft) => {
  const names = namesOf(found, (element) => attributeOf(element, 'name') ?? oneLine(element.text));
  draft.put('commercialCategory', names, found[0]);
};

/** `businessCategory/name`, in the order of `@id`; sub-categories have no place in a listing. */
export const businessCategory: ElementReader = (found, draft) => {
  const names = namesOf(
    found,
    (element) => textOfChild(element, 'name') ?? attributeOf(element, 'name') ?? oneLine(element.text),
  );
  draft.put('businessCategory', names, found[0]);
  const subs = byId(found)
    .flatMap((element) => childrenOf(element, 'businessSubCategory'))
    .map((sub) => (textOfChild(sub, 'name') ?? oneLine(sub.text)).slice(0, 200));
  if (subs.length > 0) draft.keep('businessSubCategory', subs);
};
