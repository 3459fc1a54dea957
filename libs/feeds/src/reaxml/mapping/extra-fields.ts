import { NamedTexts, putCoordinates } from './coordinates.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';
import { isPublicationName, readPublication } from './publication.js';
import { addTour, isTourName } from './tours.js';

/**
 * `extraFields` may hold anything, also private data, so only coordinates, virtual tours and whether the listing is hidden
 * or off the market, which many feeds put here, are read: from `eField@name`, `extraField@name`, or elements with such
 * names.
 */
export const extraFields: ElementReader = (found, draft) => {
  for (const element of found) {
    const texts = new NamedTexts();
    for (const field of element.children) {
      const name = attributeOf(field, 'name') ?? field.name;
      const text = attributeOf(field, 'value') ?? oneLine(field.text);
      if (isPublicationName(name)) readPublication(name, text, field, draft);
      else if (isTourName(name)) addTour(field, text, draft);
      else texts.set(name, text);
    }
    putCoordinates(texts, element, draft);
  }
};
