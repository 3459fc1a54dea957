import { fold } from '@app/lists';
import type { FeedAgent } from '../reaxml/mapping/listing-patch.js';
import { isAlikeName, isSameFirstName, isSameName, nameWords } from '../reaxml/values/alike-names.js';

/** An agent of the account, as far as entries are matched with it. */
export interface KnownAgent {
  /** The id of the person in feeds; empty if no feed gave one. */
  person: string;
  readonly words: readonly string[];
  /** Case-folded. */
  readonly emails: readonly string[];
}

type Test = (known: KnownAgent, agent: FeedAgent, words: readonly string[]) => boolean;

const hasPerson: Test = ({ person }, { uniqueListingAgentID }) => person !== '' && person === uniqueListingAgentID;
const hasEmail: Test = ({ emails }, { email }) => email !== '' && emails.includes(fold(email));
const hasNoOtherEmail: Test = (known, agent, words) =>
  known.emails.length === 0 || agent.email === '' || hasEmail(known, agent, words);

/** From the surest to the least sure. An e-mail alone is not enough, because an office may have one for everybody. */
const TESTS: readonly Test[] = [
  hasPerson,
  (known, agent, words) => hasEmail(known, agent, words) && isSameName(known.words, words),
  (known, agent, words) => hasEmail(known, agent, words) && isAlikeName(known.words, words),
  (known, agent, words) => isSameName(known.words, words) && hasNoOtherEmail(known, agent, words),
  (known, agent, words) => hasEmail(known, agent, words) && isSameFirstName(known.words, words),
];

/**
 * Matches the agents of an entry with those of the account. One agent never stands for two of the same entry. Agents with
 * different ids of persons are different people, whatever else agrees.
 */
export function matchAgents<T extends KnownAgent>(
  agents: readonly FeedAgent[],
  candidates: readonly T[],
): (T | undefined)[] {
  const found: (T | undefined)[] = agents.map(() => undefined);
  const words = agents.map(({ name }) => nameWords(name));
  const taken = new Set<T>();
  const match = (test: (known: T, agent: FeedAgent, at: number) => boolean) => {
    agents.forEach((agent, at) => {
      found[at] ??= candidates.find((known) => !taken.has(known) && isPossible(known, agent) && test(known, agent, at));
      if (found[at]) taken.add(found[at]);
    });
  };
  for (const test of TESTS) match((known, agent, at) => test(known, agent, words[at] ?? []));
  // Without a name, the e-mail names a person if nobody else has it.
  match((known, agent) => {
    const isOwner = (one: T) => hasEmail(one, agent, []);
    return agent.name === '' && isOwner(known) && candidates.filter(isOwner).length === 1;
  });
  return found;
}

const isPossible = ({ person }: KnownAgent, { uniqueListingAgentID = '' }: FeedAgent): boolean =>
  person === '' || uniqueListingAgentID === '' || person === uniqueListingAgentID;
