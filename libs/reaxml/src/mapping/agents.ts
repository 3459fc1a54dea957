import { emailAddress } from '@app/schema';
import type { FeedElement } from '../feed.types.js';
import { readWebAddress } from '../values/web-address.js';
import { quoted } from '../values/numbers.js';
import { personName } from '../values/person-names.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, childrenOf, oneLine, textOfChild, type ElementReader } from './element.js';
import type { FeedAgent } from './listing-patch.js';
import { attributeOrText, isDisplayed } from './readers.js';

/** The fields of social networks by the names that feeds use. */
const NETWORKS = new Map(
  Object.entries({ facebook: 'networkA', linkedin: 'networkB', twitter: 'networkC', instagram: 'networkD' }),
);
const SOCIAL = /^(facebook|linkedin|twitter|instagram)(?:url|link|page|profile)?$/;
const PHOTO = /^(?:agent|profile)?(?:photo|image|picture)(?:url|link)?$/;

const isPhoto = ({ key }: FeedElement): boolean => PHOTO.test(key);
const networkOf = ({ key }: FeedElement): string | undefined => NETWORKS.get(SOCIAL.exec(key)?.[1] ?? '');

/** Whether a child of an agent is part of the profile: photo, social networks, attachments. */
const isProfileElement = (child: FeedElement): boolean =>
  isPhoto(child) || networkOf(child) !== undefined || child.key === 'media';

/** Photo and social networks of an agent. */
function profileOf(element: FeedElement, draft: Draft): Pick<FeedAgent, 'profileImage' | 'socialMedia'> {
  const photos = [...element.children.filter(isPhoto), ...attachedPhotos(element)];
  const addresses = photos.map((photo) => addressOf(photo, draft));
  const profileImage = addresses.find(Boolean) ?? addresses.find((address) => address === '');
  const networks = element.children.flatMap((child) => {
    const network = networkOf(child);
    const address = network && addressOf(child, draft);
    return network && address !== undefined ? [[network, address] as const] : [];
  });
  return {
    ...(profileImage !== undefined ? { profileImage } : {}),
    ...(networks.length > 0 ? { socialMedia: Object.fromEntries(networks) } : {}),
  };
}

/** `media/attachment` with the usage `agentPhoto`. */
function attachedPhotos(element: FeedElement): FeedElement[] {
  const media = childOf(element, 'media');
  const attachments = media ? childrenOf(media, 'attachment') : [];
  return attachments.filter((attachment) => (attributeOf(attachment, 'usage') ?? 'agentPhoto') === 'agentPhoto');
}

/** Empty for an empty text; undefined if the text is not an address. */
function addressOf(element: FeedElement, draft: Draft): string | undefined {
  const given = attributeOf(element, 'url') || attributeOf(element, 'href') || oneLine(element.text);
  const text = /^(?:[a-z\d-]+\.)+[a-z]{2,}\//i.test(given) ? `https://${given}` : given;
  return text === '' ? '' : draft.accept(readWebAddress(text), element);
}

const MAX_NAME = 500;
const MAX_NUMBER = 50;
const MAX_ID = 100;
/** The type of an agent's telephone, by the feed's type. */
const TYPES = new Map(Object.entries({ bh: 'BH', ah: 'AH', mobile: 'mobile' }));

/** The names of the id of a person, as elements or attributes. */
const ID_NAMES = ['uniqueListingAgentID', 'uniqueAgentID'];

const KNOWN = new Set(['name', 'email', 'telephone', 'agentid', ...ID_NAMES.map((name) => name.toLowerCase())]);

/** Whether an element has an id at most. */
const isEmptyAgent = (element: FeedElement): boolean =>
  element.children.every((child) => attributeOrText(child, 'url') === '' && child.children.length === 0);

/** The agent of an element; undefined if it has neither a name nor an e-mail nor an id of the person. */
function agentOf(element: FeedElement, draft: Draft): FeedAgent | undefined {
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
  const profileVisibility = isDisplayed(element, 'displayAgentProfile', draft);
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
  return short(texts.find((text) => text !== '') ?? '', MAX_ID, element, 'an id', draft);
}

function nameOf(element: FeedElement, draft: Draft): string {
  const name = personName(textOfChild(element, 'name') ?? '');
  return short(name, MAX_NAME, childOf(element, 'name') ?? element, 'a name', draft);
}

/** A text. A text that is too long is noted, and replaced by an empty one. */
function short(text: string, most: number, element: FeedElement, what: string, draft: Draft): string {
  if (text.length <= most) return text;
  draft.note(element, `${quoted(text)} is too long for ${what}`);
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
    const number = short(oneLine(telephone.text), MAX_NUMBER, telephone, 'a number', draft);
    return number === '' ? [] : { number, type: typeOf(telephone, number) };
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

/** The format has four; some senders have more. */
const MAX_ORDER = 100;

/**
 * `listingAgent` by `@id`, the order in the listing. An element with the id alone removes the agent. Several elements
 * without an id are the whole list; the merge finds the place of a single one.
 */
export const listingAgents: ElementReader = (found, draft) => {
  const hasOrders = found.some((element) => orderOf(element) !== undefined);
  if (!hasOrders && found.length > 1) draft.agents.clear('');
  for (const [order, element] of numbered(found, hasOrders)) {
    const agent = agentOf(element, draft);
    if (agent) addAgent(order, agent, draft);
    else if (orderOf(element) !== undefined && isEmptyAgent(element)) draft.agents.remove(order);
  }
};

/** The elements by order. If two have the same order, the later one gets the next free order. */
function numbered(found: readonly FeedElement[], hasOrders: boolean): (readonly [string, FeedElement])[] {
  if (!hasOrders && found.length === 1) return found.map((element) => ['', element]);
  const sorted = found.toSorted((one, other) => (orderOf(one) ?? 1) - (orderOf(other) ?? 1));
  const taken = new Set<number>();
  return sorted.map((element) => {
    let order = orderOf(element) ?? 1;
    while (taken.has(order)) order += 1;
    taken.add(order);
    return [`${order}`, element];
  });
}

function orderOf(element: FeedElement): number | undefined {
  const id = attributeOf(element, 'id') ?? '';
  return /^0*[1-9]\d{0,2}$/.test(id) && Number(id) <= MAX_ORDER ? Number(id) : undefined;
}

/** Adds an agent. A person who is named twice has the first place only. */
function addAgent(order: string, agent: FeedAgent, draft: Draft): void {
  const same = draft.agents.entries().find(([, existing]) => isSame(existing, agent));
  if (!same) draft.agents.set(order, agent);
  else {
    draft.agents.set(same[0], joined(same[1], agent));
    draft.agents.remove(order);
  }
}

/** Equal ids; without two ids, equal names and no different e-mails: colleagues may share the office's address. */
function isSame(one: FeedAgent, other: FeedAgent): boolean {
  if (one.uniqueListingAgentID && other.uniqueListingAgentID)
    return one.uniqueListingAgentID === other.uniqueListingAgentID;
  return (
    one.name.toLowerCase() === other.name.toLowerCase() &&
    (one.email === '' || other.email === '' || one.email.toLowerCase() === other.email.toLowerCase())
  );
}

function joined(one: FeedAgent, other: FeedAgent): FeedAgent {
  const existing = new Set(one.telephones.map(({ number }) => number));
  const further = other.telephones.filter(({ number }) => !existing.has(number));
  return {
    ...other,
    ...one,
    name: one.name || other.name,
    email: one.email || other.email,
    telephones: [...one.telephones, ...further],
  };
}
