import { NamedTexts, putCoordinates } from './coordinates.js';
import { attributeOf, childrenOf, oneLine, type ElementReader } from './element.js';
import { addTour, isTourName } from './tours.js';

/**
 * `extraFields`: free fields of the sender, which may hold anything private. Only coordinates and virtual tours are taken,
 * which come so in many feeds.
 */
export const extraFields: ElementReader = (found, draft) => {
  for (const element of found) {
    const texts = new NamedTexts();
    for (const field of childrenOf(element, 'eField')) {
      const name = attributeOf(field, 'name') ?? '';
      const text = attributeOf(field, 'value') ?? oneLine(field.text);
      if (isTourName(name)) addTour(field, text, draft);
      else texts.set(name, text);
    }
    putCoordinates(texts, element, draft);
  }
};
