import { fold } from '@app/lists';
import type { FeedAgent } from '../reaxml/mapping/listing-patch.js';
import { isAlikeName, isSameFirstName, isSameName, nameWords } from '../reaxml/values/alike-names.js';

/** An agent as entries are matched with it. */
export interface AgentIdentity {
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

/** From the surest to the least sure. An e-mail alone is not enough, because an office may have one for everybody. */
const TESTS: readonly Test[] = [
  hasPerson,
  (known, given) => hasEmail(known, given) && isSameName(known.words, given.words),
  (known, given) => hasEmail(known, given) && isAlikeName(known.words, given.words),
  (known, given) => isSameName(known.words, given.words) && hasNoOtherEmail(known, given),
  (known, given) => hasEmail(known, given) && isSameFirstName(known.words, given.words),
];

/** Different ids are different people, whatever else agrees. */
const isPossible: Test = (known, given) => known.person === '' || given.person === '' || hasPerson(known, given);

export const identityOf = ({ uniqueListingAgentID = '', name, email }: FeedAgent): AgentIdentity => ({
  person: uniqueListingAgentID,
  words: nameWords(name),
  emails: email === '' ? [] : [fold(email)],
});

/** The agents of an account, found by what entries say of them. */
export class AgentDirectory<T extends { identity: AgentIdentity }> {
  private readonly byKey = new Map<string, T[]>();

  constructor(agents: readonly T[]) {
    for (const agent of agents) this.add(agent);
  }

  add(agent: T): void {
    for (const key of keysOf(agent.identity)) {
      const same = this.byKey.get(key);
      if (same) same.push(agent);
      else this.byKey.set(key, [agent]);
    }
  }

  /** Notes the id that a known agent gets. */
  setPerson(agent: T, person: string): void {
    if (agent.identity.person === person) return;
    agent.identity = { ...agent.identity, person };
    this.add(agent);
  }

  /** Matches the agents of an entry. One agent never stands for two of the same entry. */
  match(agents: readonly FeedAgent[]): (T | undefined)[] {
    const given = agents.map(identityOf);
    const candidates = given.map((identity) => this.candidatesOf(identity));
    const found: (T | undefined)[] = agents.map(() => undefined);
    const taken = new Set<T>();
    for (const test of [...TESTS, isOnlyOwner]) {
      given.forEach((identity, at) => {
        const possible = candidates[at] ?? [];
        found[at] ??= possible.find((known) => !taken.has(known) && test(known.identity, identity, possible));
        if (found[at]) taken.add(found[at]);
      });
    }
    return found;
  }

  private candidatesOf(given: AgentIdentity): T[] {
    const agents = new Set(keysOf(given).flatMap((key) => this.byKey.get(key) ?? []));
    return [...agents].filter(({ identity }) => isPossible(identity, given));
  }
}

/** Without a name, the e-mail names a person if nobody else has it. */
const isOnlyOwner = (
  known: AgentIdentity,
  given: AgentIdentity,
  candidates: readonly { identity: AgentIdentity }[],
): boolean => {
  const owners = candidates.filter(({ identity }) => hasEmail(identity, given));
  return given.words.length === 0 && owners.length === 1 && owners[0]?.identity === known;
};

/** Agents that match have one of these in common. */
const keysOf = ({ person, words, emails }: AgentIdentity): string[] => [
  ...(person === '' ? [] : [`person ${person}`]),
  ...emails.map((email) => `email ${email}`),
  ...(words.length === 0 ? [] : [`name ${words.join(' ')}`]),
];
