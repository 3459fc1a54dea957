import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@app/schema';

/**
 * The paths of the fields that differ, in the order of `after`. An array counts as a whole; a missing field is
 * undefined.
 */
export function changedPaths(before: object, after: object): string[] {
  // Objects are records of fields.
  const [was, is] = [before, after] as readonly Record<string, unknown>[] as [Fields, Fields];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) => {
    const [old, now] = [was[name], is[name]];
    if (isObject(old) && isObject(now)) return changedPaths(old, now).map((path) => `${name}.${path}`);
    return isDeepStrictEqual(old, now) ? [] : [name];
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** The actions of audit entries. A new action must be added here. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'delete',
  'rotate',
  'enable',
  'disable',
  'ping',
  'replay',
  'import',
  'reset',
  'reseal',
] as const;

/** The resources of audit entries. */
export const AUDIT_RESOURCES = [
  'account',
  'agent',
  'listing',
  'suburb',
  'credential',
  'hook',
  'feed',
  'enquiry',
  'search',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
export type AuditResource = (typeof AUDIT_RESOURCES)[number];

/** A recorded action. It never contains a written value. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly resource: AuditResource;
  /** The numeric id of the resource; null if the action concerns many resources. */
  readonly id: number | null;
  /** The account that the action concerns; it may read the entry. Null: only the operator may. */
  readonly websiteID: number | null;
  /** The previous account of the resource; it may read the entry as well. */
  readonly formerWebsiteID?: number;
  /** The paths of the fields that an update changed: `contacts.email.sales`. */
  readonly paths?: readonly string[];
  /** For a run that writes many resources: the number per outcome. */
  readonly counts?: Readonly<Record<string, number>>;
}
