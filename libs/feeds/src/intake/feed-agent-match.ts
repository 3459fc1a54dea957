import { fold } from '@app/lists';
import { type FeedAgent, isAlikeName, isSameFirstName, isSameName, nameWords } from '@app/reaxml';

/** An agent for matching with entries. */
export interface AgentIdentity {
  /** The account of the person; undefined for a person of another office. */
  readonly websiteID: number | undefined;
  /** The id of the person in feeds; empty if there is none. */
  readonly person: string;
  /** See `nameWords`. */
  readonly words: readonly string[];
  /** Case-folded. */
  readonly emails: readonly string[];
}

type Test = (known: AgentIdentity, given: AgentIdentity) => boolean;

const hasPerson: Test = (known, given) => known.person !== '' && known.person === given.person;
const hasEmail: Test = (known, given) => given.emails.some((email) => known.emails.includes(email));
const hasNoOtherEmail: Test = (known, given) =>
  known.emails.length === 0 || given.emails.length === 0 || hasEmail(known, given);

/** The rules, the surest first. An e-mail alone is not enough, because all people of an office may share one. */
const TESTS: readonly Test[] = [
  hasPerson,
  (known, given) => hasEmail(known, given) && isSameName(known.words, given.words),
  (known, given) => hasEmail(known, given) && isAlikeName(known.words, given.words),
  (known, given) => isSameName(known.words, given.words) && hasNoOtherEmail(known, given),
  (known, given) => hasEmail(known, given) && isSameFirstName(known.words, given.words),
];

/** Agents of different accounts or with different ids are different people, even if all else agrees. */
const isPossible: Test = (known, given) =>
  known.websiteID === given.websiteID && (known.person === '' || given.person === '' || hasPerson(known, given));

type Named = Pick<FeedAgent, 'uniqueListingAgentID' | 'name' | 'email'>;

/** The name of an agent; if an entry gives none, the first part of the e-mail. */
export const agentNameOf = ({ name, email }: Named): string => name || email.replace(/@.*$/, '');

export const identityOf = (agent: Named, websiteID: number | undefined): AgentIdentity => ({
  websiteID,
  person: agent.uniqueListingAgentID ?? '',
  words: nameWords(agentNameOf(agent)),
  emails: agent.email === '' ? [] : [fold(agent.email)],
});

/**
 * Matches the agents of an entry with known ones, each in its account. An agent matches at most one agent of
 * an entry.
 */
export function matchAgents<T extends { readonly identity: AgentIdentity }>(
  known: readonly T[],
  agents: readonly FeedAgent[],
  accountOf: (agent: FeedAgent) => number | undefined,
): (T | undefined)[] {
  const given = agents.map((agent) => identityOf(agent, accountOf(agent)));
  const candidates = given.map((identity) => known.filter((one) => isPossible(one.identity, identity)));
  const found: (T | undefined)[] = agents.map(() => undefined);
  const taken = new Set<T>();
  for (const test of TESTS) {
    given.forEach((identity, at) => {
      found[at] ??= candidates[at]?.find((one) => !taken.has(one) && test(one.identity, identity));
      if (found[at]) taken.add(found[at]);
    });
  }
  // Without a name, an e-mail address identifies a person if no other agent has it.
  given.forEach((identity, at) => {
    const owners = candidates[at]?.filter((one) => hasEmail(one.identity, identity)) ?? [];
    if (agents[at]?.name === '' && owners.length === 1 && owners.every((owner) => !taken.has(owner)))
      found[at] ??= owners[0];
  });
  return found;
}
