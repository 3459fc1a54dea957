import { SETTINGS, type Settings } from '@app/config';
import type { Entry } from '@app/changes';
import { ALL, type LogOffset } from '@app/cache';
import { Inject, Injectable } from '@nestjs/common';
import { hookBody, resyncBody, type HookContent } from './hook-body.js';
import { RESYNC, triggersOf, typeFor } from './hook-event.js';
import { HookFactsRepository, type HookFacts } from './hook-facts.repository.js';

/** What endpoints are told of. */
export const HOOKED = ['account', 'agent', 'listing', 'enquiry'] as const;

/** What happens to one thing in one transaction: one to four entries. */
export type Happening = readonly [Entry, ...Entry[]];

/** A message of an endpoint. */
export interface Message {
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Behind what it tells of. */
  readonly place: LogOffset;
}

/** An endpoint, as far as its messages depend on it. */
export interface Addressee {
  readonly id: number;
  readonly websiteID: number;
  readonly triggers: readonly string[];
}

/** Joins the entries of one thing in one transaction, which follow each other. */
export function happeningsOf(entries: readonly Entry[]): Happening[] {
  const happenings: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = happenings.at(-1);
    if (last && isSame(last[0], entry)) last.push(entry);
    else happenings.push([entry]);
  }
  return happenings;
}

const isSame = (one: Entry, other: Entry): boolean =>
  one.xid === other.xid &&
  one.resource === other.resource &&
  one.thing === other.thing &&
  one.listing === other.listing;

/** Makes the messages of changes. */
@Injectable()
export class HookMessages {
  constructor(
    private readonly facts: HookFactsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The messages of what happened, as far as an addressee has asked for it. */
  async of(log: string, to: Addressee, happenings: readonly Happening[]): Promise<Message[]> {
    const entries = happenings.flat();
    const facts = await this.facts.of(entries);
    const known = new Map(entries.map((entry, at) => [entry, facts[at]!])); // one for each
    return happenings.flatMap((happening) => {
      const content = contentOf(to.websiteID, happening, known);
      const type = typeFor(to.triggers, triggersOf(content));
      if (!type) return [];
      const body = hookBody(type, content, this.settings.publicUrl ?? '');
      return [{ id: messageId(log, to.id, happening[0]), type, body, place: behindOf(log, happening) }];
    });
  }

  /** The message that what comes after a place cannot be told, and that an endpoint goes on behind another one. */
  resync({ id, websiteID }: Addressee, from: LogOffset, place: LogOffset, at: Date): Message {
    const body = resyncBody(RESYNC, websiteID, at, this.settings.publicUrl ?? '');
    return { id: `${messageId(from.log, id, from)}_${RESYNC}`, type: RESYNC, body, place };
  }
}

/** It follows from the endpoint and the change, so that repeats have the same. */
const messageId = (log: string, hookId: number, { xid, id, listing }: Omit<LogOffset, 'log'>): string =>
  ['msg', log, hookId, xid, id, ...(listing === ALL || listing === 0 ? [] : [listing])].join('_');

const behindOf = (log: string, happening: Happening): LogOffset => {
  const { xid, id, listing } = happening.at(-1)!; // it has one
  return { log, xid, id, listing };
};

function contentOf(websiteID: number, happening: Happening, known: ReadonlyMap<Entry, HookFacts>): HookContent {
  const [first] = happening;
  const facts = happening.map((entry) => known.get(entry)!); // all were read
  const { formerWebsiteId, shownBefore, uniqueId, agentId, propertyId, status, enquiry } = facts[0]!; // it has one
  const { resource, thing, uid, websiteId, at } = first;
  // It may have been deleted since the entry was read.
  const isGone = first.isGone || (resource === 'enquiry' && enquiry === null);
  const isMoved = resource === 'listing' && first.listing !== 0 && first.listing !== ALL;
  const comes = formerWebsiteId !== null && formerWebsiteId !== websiteID && websiteId === websiteID;
  const appears = shownBefore !== null && !shownBefore.includes(websiteID);
  return {
    resource,
    id: thing,
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
    kinds: happening.map(({ kind }) => kind),
    before: merged(facts.map(({ before }) => before)),
    after: merged(facts.map(({ after }) => after)),
  };
}

const merged = (parts: readonly HookFacts['before'][]): HookFacts['before'] =>
  parts.every((part) => part === null) ? null : (Object.assign({}, ...parts) as Record<string, unknown>); // objects or null
