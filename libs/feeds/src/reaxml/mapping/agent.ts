import { emailAddress } from '@app/schema';
import type { FeedElement } from '../feed.types.js';
import { quoted } from '../values/numbers.js';
import { personName } from '../values/person-name.js';
import { isProfileElement, profileOf } from './agent-profile.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, childrenOf, oneLine, textOfChild } from './element.js';
import type { FeedAgent } from './listing-patch.js';
import { attributeOrText, isShownBy } from './readers.js';

const MAX_NAME = 500;
const MAX_NUMBER = 50;
const MAX_ID = 100;
/** The type of an agent's telephone, by the feed's type. */
const TYPES = new Map(Object.entries({ bh: 'BH', ah: 'AH', mobile: 'mobile' }));

/** The names of the id of a person, as elements or attributes. */
const ID_NAMES = ['uniqueListingAgentID', 'uniqueAgentID'];

const KNOWN = new Set(['name', 'email', 'telephone', 'agentid', ...ID_NAMES.map((name) => name.toLowerCase())]);

/** Whether an element has an id at most. */
export const isEmptyAgent = (element: FeedElement): boolean =>
  element.children.every((child) => attributeOrText(child, 'url') === '' && child.children.length === 0);

/** The agent of an element; undefined if it has neither a name nor an e-mail nor an id of the person. */
export function agentOf(element: FeedElement, draft: Draft): FeedAgent | undefined {
  for (const child of element.children)
    if (!KNOWN.has(child.key) && !isProfileElement(child)) draft.note(child, 'is not known');
  const id = idOf(element, ID_NAMES, draft);
  const office = idOf(element, ['agentID'], draft);
  const name = nameOf(element, draft);
  const email = emailOf(element, draft);
  const telephones = telephonesOf(element, draft);
  if (name === '' && email === '' && !id) {
    if (telephones.length > 0) draft.note(element, 'has neither a name nor an e-mail');
    return undefined;
  }
  const emptied = id ? emptiedOf(element) : [];
  const profileVisibility = isShownBy(element, 'displayAgentProfile', draft);
  return {
    ...(id ? { uniqueListingAgentID: id } : {}),
    ...(office ? { agentID: office } : {}),
    name,
    email,
    telephones,
    ...(emptied.length > 0 ? { emptied } : {}),
    ...(profileVisibility === undefined ? {} : { profileVisibility }),
    ...profileOf(element, draft),
  };
}

/** An id by its names, as an element or an attribute. */
function idOf(element: FeedElement, names: readonly string[], draft: Draft): string {
  const texts = names.map((name) => {
    const child = childOf(element, name);
    return (child && attributeOrText(child, 'value')) || attributeOf(element, name) || '';
  });
  const id = texts.find((text) => text !== '') ?? '';
  if (id.length <= MAX_ID) return id;
  draft.note(element, `${quoted(id)} is too long for an id`);
  return '';
}

function nameOf(element: FeedElement, draft: Draft): string {
  const name = personName(textOfChild(element, 'name') ?? '');
  if (name.length <= MAX_NAME) return name;
  draft.note(childOf(element, 'name') ?? element, `${quoted(name)} is too long for a name`);
  return '';
}

/** The first e-mail address that is not empty. */
function emailOf(element: FeedElement, draft: Draft): string {
  const text = textOfChild(element, 'email') ?? '';
  if (text === '') return '';
  const found = text.split(/[,;\s]+/, 10).find((one) => one !== '' && emailAddress.accepts(one));
  if (!found) draft.note(childOf(element, 'email') ?? element, `${quoted(text)} is not an e-mail address`);
  return found ?? '';
}

function telephonesOf(element: FeedElement, draft: Draft): FeedAgent['telephones'] {
  return childrenOf(element, 'telephone').flatMap((telephone) => {
    const number = oneLine(telephone.text);
    if (number === '') return [];
    if (number.length > MAX_NUMBER) {
      draft.note(telephone, `${quoted(number)} is too long for a number`);
      return [];
    }
    return { number, type: typeOf(telephone, number) };
  });
}

const emptiedOf = ({ children }: FeedElement): string[] =>
  children.flatMap((child) => {
    const isEmptied = oneLine(child.text) === '' && (child.key === 'email' || child.key === 'telephone');
    const type = attributeOf(child, 'type') ?? '';
    return isEmptied ? [child.key, ...(type === '' ? [] : [typeName(type)])].join(' ') : [];
  });

const typeName = (type: string): string => TYPES.get(type.toLowerCase()) ?? type.slice(0, 50).toWellFormed();

/** The revisions have different defaults for a telephone without a type, so the number decides. */
function typeOf(telephone: FeedElement, number: string): string {
  const type = attributeOf(telephone, 'type') ?? '';
  if (type !== '') return typeName(type);
  return /^(\+?61\s?\(?0?\)?\s?4|04)/.test(number) ? 'mobile' : 'BH';
}
