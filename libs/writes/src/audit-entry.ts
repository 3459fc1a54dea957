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
