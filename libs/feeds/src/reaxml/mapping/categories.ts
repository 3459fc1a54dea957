import type { FeedElement } from '../feed.types.js';
import { attributeOf, childrenOf, oneLine, textOfChild, type ElementReader } from './element.js';
import { byId } from './readers.js';

/** The distinct names of some elements. */
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

const categoryOf = (element: FeedElement): string =>
  textOfChild(element, 'name') ?? attributeOf(element, 'name') ?? oneLine(element.text);

/** `businessCategory/name`, in the order of `@id`, with its sub-categories. */
export const businessCategory: ElementReader = (found, draft) => {
  draft.put('businessCategory', namesOf(found, categoryOf), found[0]);
  const subs = byId(found).flatMap((element) =>
    childrenOf(element, 'businessSubCategory').map((sub) => ({ category: categoryOf(element), name: categoryOf(sub) })),
  );
  draft.put('details.businessSubCategory', subs, found[0]);
};
