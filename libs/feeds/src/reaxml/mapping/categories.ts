import type { FeedElement } from '../feed.types.js';
import { attributeOf, childrenOf, oneLine, textOfChild, type ElementReader } from './element.js';
import { hasId, idOf, textItems } from './readers.js';

/** `commercialCategory@name`. */
export const commercialCategory = textItems('commercialCategory', (element) =>
  oneLine(attributeOf(element, 'name') ?? element.text),
);

const categoryOf = (element: FeedElement): string =>
  textOfChild(element, 'name') ?? attributeOf(element, 'name') ?? oneLine(element.text);

const businessNames = textItems('businessCategory', categoryOf);

/** `businessCategory/name` with its sub-categories: a category that is named gets the given ones only. */
export const businessCategory: ElementReader = (found, draft, name) => {
  const [first] = found;
  if (!first) return;
  businessNames(found, draft, name);
  const changes = draft.changesOf('details.businessSubCategory', first);
  const isWhole = found.length > 1 && !found.some(hasId);
  if (isWhole) changes.clear('');
  for (const [position, element] of found.entries()) {
    const id = isWhole ? `${position + 1}` : idOf(element);
    const category = categoryOf(element);
    if (hasId(element) || category !== '') changes.clear(`${id}:`);
    for (const [at, sub] of childrenOf(element, 'businessSubCategory').entries())
      changes.set(`${id}:${at + 1}`, { category, name: categoryOf(sub) });
  }
};
