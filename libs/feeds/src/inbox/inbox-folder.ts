import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { FeedMode } from '../intake/feed-outcomes.js';
import { judgeAtTop, judgeFeed, judgeInAccount, type Judgement } from './inbox-rules.js';

/** A folder of the inbox: whose feeds it has, and what they mean. */
export interface InboxFolder {
  readonly path: string;
  /** The account; null: each entry says whose it is. */
  readonly websiteID: number | null;
  readonly mode: FeedMode;
  /** Its path in the inbox, such as `12/full`; empty at the top. */
  readonly label: string;
  readonly judge: (entry: Dirent) => Judgement;
}

/** The top of the inbox, where feeds of several accounts lie (B43). */
export const topFolder = (path: string): InboxFolder => ({
  path,
  websiteID: null,
  mode: 'changes',
  label: '',
  judge: judgeAtTop,
});

export const accountFolder = (top: InboxFolder, name: string): InboxFolder => ({
  ...top,
  path: join(top.path, name),
  websiteID: Number(name),
  label: name,
  judge: judgeInAccount,
});

/** The folder of the full feeds of an account, or of several (B42). */
export const fullFolder = (own: InboxFolder): InboxFolder => ({
  ...own,
  path: join(own.path, 'full'),
  mode: 'full',
  label: join(own.label, 'full'),
  judge: judgeFeed,
});
