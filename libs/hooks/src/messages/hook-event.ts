import type { HookTrigger } from '@app/accounts';

/** The change of one resource in one transaction, as a website sees it. */
export interface HookEvent {
  readonly resource: string;
  /** The kinds of change, in the order of the log. */
  readonly kinds: readonly string[];
  /** Deleted, or no longer shown by the website. */
  readonly isGone: boolean;
  /** Created, or shown by the website for the first time. */
  readonly isNew: boolean;
  readonly status: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The type of the message that replaces changes which the log no longer contains. */
export const RESYNC = 'resync';

const OF_KINDS = [
  ['status', 'listing-status'],
  ['price', 'listing-price'],
  ['images', 'listing-images'],
] as const;

/** The triggers that an event matches, the most specific first (B13). */
export function triggersOf(event: HookEvent): HookTrigger[] {
  const { resource, kinds, isGone, isNew } = event;
  if (resource === 'account') return isGone ? [] : ['account-updated'];
  if (resource === 'enquiry') return isGone ? [] : ['enquiry-created'];
  if (resource === 'agent') return [isGone ? 'agent-deleted' : isNew ? 'agent-created' : 'agent-updated'];
  if (isGone) return ['listing-deleted'];
  const narrow: HookTrigger[] = becomesCurrent(event) ? ['new-current-listing'] : [];
  if (isNew) return [...narrow, 'listing-created'];
  for (const [kind, trigger] of OF_KINDS) if (kinds.includes(kind)) narrow.push(trigger);
  return [...narrow, 'listing-updated'];
}

/** The type of the message for an endpoint; undefined: none of its triggers matches. */
export const typeFor = (asked: readonly string[], triggers: readonly HookTrigger[]): HookTrigger | undefined =>
  asked.includes('all') ? triggers[0] : triggers.find((trigger) => asked.includes(trigger));

function becomesCurrent({ isNew, status, before, after }: HookEvent): boolean {
  if (isNew) return status === 'current';
  return after?.['status'] === 'current' && before?.['status'] !== 'current';
}
