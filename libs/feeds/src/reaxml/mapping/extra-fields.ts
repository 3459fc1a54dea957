import type { FeedElement } from '../feed.types.js';
import { NamedTexts, putCoordinates } from './coordinates.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';
import { OWN_TABLE, readOwnFields } from './own-fields.js';
import { isPublicationName, readPublication } from './publication.js';
import { addTour, isTourName } from './tours.js';

/**
 * `extraFields`: in our own exports they are fields of the listing. Other senders' may hold anything, also private
 * data, so only coordinates, virtual tours and whether the listing is hidden or off the market, which many feeds put
 * here, are read: from `eField@name`, `extraField@name`, or elements with such names.
 */
export const extraFields: ElementReader = (found, draft) => {
  for (const element of found) {
    if (attributeOf(element, 'table') === OWN_TABLE) readOwnFields(element, draft);
    else readOthers(element, draft);
  }
};

function readOthers(element: FeedElement, draft: Draft): void {
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
