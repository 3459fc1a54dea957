import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@app/schema';

/** The paths of the fields that differ, in the order of `after`: arrays as a whole. A missing field is undefined. */
export function changedPaths(before: object, after: object): string[] {
  const [was, is] = [before, after] as readonly Record<string, unknown>[] as [Fields, Fields]; // objects have fields
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) => {
    const [old, now] = [was[name], is[name]];
    if (isObject(old) && isObject(now)) return changedPaths(old, now).map((path) => `${name}.${path}`);
    return isDeepStrictEqual(old, now) ? [] : [name];
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** What can be done. A word more is one here. */
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

/** What it can be done to. */
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

/** What was done. It never holds a value that was written. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly resource: AuditResource;
  /** The numeric id of what it was done to; null: of many things. */
  readonly id: number | null;
  /** The account that it concerns, which may read the entry; null: the operator alone. */
  readonly websiteID: number | null;
  /** The account that it belonged to before; it may read the entry as well. */
  readonly formerWebsiteID?: number;
  /** The fields that an update has changed: `contacts.email.sales`. */
  readonly paths?: readonly string[];
  /** Of a run that writes many things: how many of each outcome. */
  readonly counts?: Readonly<Record<string, number>>;
}
