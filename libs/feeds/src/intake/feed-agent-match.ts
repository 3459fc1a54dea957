import { fold } from '@app/lists';
import type { FeedAgent } from '../reaxml/mapping/listing-patch.js';
import { isAlikeName, isSameFirstName, isSameName, nameWords } from '../reaxml/values/person-names.js';

/** An agent as entries are matched with it. */
export interface AgentIdentity {
  /** The account of the person; undefined: of another office. */
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

/** From the surest to the least sure. An e-mail alone is not enough, because an office may have one for everybody. */
const TESTS: readonly Test[] = [
  hasPerson,
  (known, given) => hasEmail(known, given) && isSameName(known.words, given.words),
  (known, given) => hasEmail(known, given) && isAlikeName(known.words, given.words),
  (known, given) => isSameName(known.words, given.words) && hasNoOtherEmail(known, given),
  (known, given) => hasEmail(known, given) && isSameFirstName(known.words, given.words),
];

/** Accounts have their own people. Different ids are different people, whatever else agrees. */
const isPossible: Test = (known, given) =>
  known.websiteID === given.websiteID && (known.person === '' || given.person === '' || hasPerson(known, given));

type Named = Pick<FeedAgent, 'uniqueListingAgentID' | 'name' | 'email'>;

/** The name of an agent; if an entry gives none, the first part of the e-mail. */
export const nameOf = ({ name, email }: Named): string => name || email.replace(/@.*$/, '');

export const identityOf = (agent: Named, websiteID: number | undefined): AgentIdentity => ({
  websiteID,
  person: agent.uniqueListingAgentID ?? '',
  words: nameWords(nameOf(agent)),
  emails: agent.email === '' ? [] : [fold(agent.email)],
});

/** The agents of accounts, found by what entries say of them. */
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

  /** Matches the agents of an entry, each in its account. One agent never stands for two of the same entry. */
  match(
    agents: readonly FeedAgent[],
    accountOf: (agent: FeedAgent) => number | undefined = () => undefined,
  ): (T | undefined)[] {
    const given = agents.map((agent) => identityOf(agent, accountOf(agent)));
    const candidates = given.map((identity) => this.candidatesOf(identity));
    const found: (T | undefined)[] = agents.map(() => undefined);
    const taken = new Set<T>();
    for (const test of TESTS) {
      given.forEach((identity, at) => {
        found[at] ??= candidates[at]?.find((known) => !taken.has(known) && test(known.identity, identity));
        if (found[at]) taken.add(found[at]);
      });
    }
    // Without a name, the e-mail names a person if nobody else has it.
    agents.forEach(({ name }, at) => {
      const owners = candidates[at]?.filter(({ identity }) => hasEmail(identity, given[at] ?? NOBODY)) ?? [];
      if (name === '' && owners.length === 1 && owners.every((owner) => !taken.has(owner))) found[at] ??= owners[0];
    });
    return found;
  }

  private candidatesOf(given: AgentIdentity): T[] {
    const agents = new Set(keysOf(given).flatMap((key) => this.byKey.get(key) ?? []));
    return [...agents].filter(({ identity }) => isPossible(identity, given));
  }
}

const NOBODY: AgentIdentity = { websiteID: undefined, person: '', words: [], emails: [] };

/** Agents that match have one of these in common. */
const keysOf = ({ person, words, emails }: AgentIdentity): string[] => [
  ...(person === '' ? [] : [`person ${person}`]),
  ...emails.map((email) => `email ${email}`),
  ...(words.length === 0 ? [] : [`name ${words.join(' ')}`]),
];
