import { emailAddress } from '@app/schema';
import type { FeedElement } from '../feed.types.js';
import { quoted } from '../values/numbers.js';
import { personName } from '../values/person-name.js';
import { readTruth } from '../values/truth.js';
import type { Draft } from './draft.js';
import { attributeOf, childOf, childrenOf, oneLine, textOfChild, type ElementReader } from './element.js';
import type { FeedAgent } from './listing-patch.js';

const MAX_NAME = 500;
const MAX_NUMBER = 50;
/** The type of an agent's telephone, by the feed's type. */
const TYPES = new Map(Object.entries({ bh: 'BH', ah: 'AH', mobile: 'mobile' }));

/** Elements that belong to the agent or the portal, not to a listing. */
const KNOWN = new Set(['name', 'email', 'telephone', 'agentid', 'twitterurl', 'facebookurl', 'linkedinurl']);

/** `listingAgent` in the order of `@id`, each agent once. An agent with neither name nor e-mail is left out. */
export const listingAgents: ElementReader = (found, draft) => {
  const agents: FeedAgent[] = [];
  for (const element of found.toSorted((one, other) => offsetOf(one) - offsetOf(other))) {
    const agent = agentOf(element, draft);
    if (!agent) continue;
    const at = agents.findIndex((existing) => isSame(existing, agent));
    const existing = agents[at];
    if (existing) agents[at] = joined(existing, agent);
    else agents.push(agent);
  }
  draft.agents = agents;
};

const offsetOf = (element: FeedElement): number => Number(attributeOf(element, 'id')) || 1;

function agentOf(element: FeedElement, draft: Draft): FeedAgent | undefined {
  for (const child of element.children) if (!KNOWN.has(child.key)) draft.note(child, 'is not known');
  const name = nameOf(element, draft);
  const email = emailOf(element, draft);
  const telephones = telephonesOf(element, draft);
  if (name === '' && email === '') {
    if (telephones.length > 0) draft.note(element, 'has neither a name nor an e-mail');
    return undefined;
  }
  const shown = attributeOf(element, 'displayAgentProfile');
  const profileVisibility = shown ? draft.accept(readTruth(shown), element) : undefined;
  return { name, email, telephones, ...(profileVisibility === undefined ? {} : { profileVisibility }) };
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

/** The revisions have different defaults for a telephone without a type, so the number decides. */
function typeOf(telephone: FeedElement, number: string): string {
  const type = attributeOf(telephone, 'type') ?? '';
  if (type !== '') return TYPES.get(type.toLowerCase()) ?? type.slice(0, 50).toWellFormed();
  return /^(\+?61\s?\(?0?\)?\s?4|04)/.test(number) ? 'mobile' : 'BH';
}

/** Same name and no different e-mail. The e-mail alone is not enough: colleagues may share the office's address. */
const isSame = (one: FeedAgent, other: FeedAgent): boolean =>
  one.name.toLowerCase() === other.name.toLowerCase() &&
  (one.email === '' || other.email === '' || one.email.toLowerCase() === other.email.toLowerCase());

function joined(one: FeedAgent, other: FeedAgent): FeedAgent {
  const telephones = new Map([...other.telephones, ...one.telephones].map((each) => [each.number, each]));
  const existing = new Set(one.telephones.map(({ number }) => number));
  const further = [...telephones.values()].filter(({ number }) => !existing.has(number));
  return { ...other, ...one, email: one.email || other.email, telephones: [...one.telephones, ...further] };
}
