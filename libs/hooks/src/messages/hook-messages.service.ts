import { SETTINGS, type Settings } from '@app/config';
import type { Entry, EntryGroup } from '@app/changes';
import { ALL, type LogOffset } from '@app/cache';
import { Inject, Injectable } from '@nestjs/common';
import { hookBody, resyncBody, type HookContent } from './hook-body.js';
import { RESYNC, triggersOf, typeFor } from './hook-event.js';
import { HookFactsRepository, type HookFacts } from './hook-facts.repository.js';

/** The resources that messages report. */
export const HOOK_RESOURCES = ['account', 'agent', 'listing', 'enquiry'] as const;

/** A message of an endpoint. */
export interface Message {
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** The time of the change. */
  readonly at: Date;
}

/** The properties of an endpoint that its messages depend on. */
export interface HookRecipient {
  readonly id: number;
  readonly websiteID: number;
  readonly triggers: readonly string[];
}

/** The changes of one resource in one transaction, as an account sees them. */
export interface ToldChange {
  readonly group: EntryGroup;
  readonly content: HookContent;
}

/** Builds the messages about changes. */
@Injectable()
export class HookMessages {
  constructor(
    private readonly facts: HookFactsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Reads the contents of messages about changes for an account. */
  async contentsOf(websiteID: number, groups: readonly EntryGroup[]): Promise<ToldChange[]> {
    const entries = groups.flat();
    const facts = await this.facts.of(entries);
    const known = new Map(entries.map((entry, at) => [entry, facts[at]!])); // one for each entry
    return groups.map((group) => ({ group, content: contentOf(websiteID, group, known) }));
  }

  /** The message about a change for an endpoint; undefined: none of its triggers matches. */
  messageOf(log: string, to: HookRecipient, { group, content }: ToldChange): Message | undefined {
    const type = typeFor(to.triggers, triggersOf(content));
    if (!type) return undefined;
    const body = hookBody(type, content, this.settings.publicUrl ?? '');
    return { id: messageId(log, to.id, group[0]), type, body, at: content.at };
  }

  /** The message that the changes between two offsets are lost. */
  resync({ id, websiteID }: HookRecipient, from: LogOffset, at: Date): Message {
    const body = resyncBody(RESYNC, websiteID, at, this.settings.publicUrl ?? '');
    return { id: `${messageId(from.log, id, from)}_${RESYNC}`, type: RESYNC, body, at };
  }
}

/** Derived from the endpoint and the change, so that a repeated message has the same id. */
const messageId = (log: string, hookId: number, { xid, id, listing }: Omit<LogOffset, 'log'>): string =>
  ['msg', log, hookId, xid, id, ...(listing === ALL || listing === 0 ? [] : [listing])].join('_');

function contentOf(websiteID: number, group: EntryGroup, known: ReadonlyMap<Entry, HookFacts>): HookContent {
  const [first] = group;
  const facts = group.map((entry) => known.get(entry)!); // all facts were read
  // A group has an entry.
  const { formerWebsiteId, shownBefore, uniqueId, agentId, propertyId, status, enquiry } = facts[0]!;
  const { resource, resourceId, uid, websiteId, at } = first;
  // The enquiry may have been deleted since the entry was read.
  const isGone = first.isGone || (resource === 'enquiry' && enquiry === null);
  const isMoved = resource === 'listing' && first.listing !== 0 && first.listing !== ALL;
  const comes = formerWebsiteId !== null && formerWebsiteId !== websiteID && websiteId === websiteID;
  const appears = shownBefore !== null && !shownBefore.includes(websiteID);
  return {
    resource,
    id: resourceId,
    uid,
    websiteId,
    uniqueId,
    agentId,
    propertyId,
    status,
    enquiry,
    at,
    isGone,
    isNew: !isGone && (first.kind === 'created' || isMoved || comes || appears),
    kinds: group.map(({ kind }) => kind),
    before: merged(facts.map(({ before }) => before)),
    after: merged(facts.map(({ after }) => after)),
  };
}

const merged = (parts: readonly HookFacts['before'][]): HookFacts['before'] =>
  // Objects or null.
  parts.every((part) => part === null) ? null : (Object.assign({}, ...parts) as Record<string, unknown>);
