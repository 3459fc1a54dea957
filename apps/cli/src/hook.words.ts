import type { HookItem } from '@app/hooks';
import { tableLines } from './table-lines.js';

const HEAD = [
  'hook',
  'website',
  'state',
  'waiting',
  'next attempt',
  'last attempt',
  'status',
  'url',
  'triggers',
  'reason',
];

/** Hooks as the lines of a table. */
export const hookLines = (hooks: readonly HookItem[]): string[] => tableLines([HEAD, ...hooks.map(cellsOf)]);

const cellsOf = (hook: HookItem): string[] => [
  String(hook.hookID),
  String(hook.websiteID),
  hook.state,
  String(hook.waiting),
  hook.nextAttemptAt ?? '-',
  hook.lastAttemptAt ?? '-',
  String(hook.lastStatus ?? '-'),
  hook.url,
  hook.triggers.join(',') || '-',
  hook.reason ?? '',
];
