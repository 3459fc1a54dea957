import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { isFeedName } from '../intake/feed-paths.js';
import type { FeedMode } from '../intake/feed-report.js';

/** How the inbox treats a directory entry: as a feed file, silently skipped, or ignored with a reported reason. */
type Judgement = 'feed' | 'skip' | { readonly ignored: string };

/** The folders for files that have been processed. */
export const PROCESSED_FOLDERS = ['done', 'failed'] as const;

const ACCOUNT_FOLDER = /^[1-9]\d{0,9}$/;
/** The largest account id that the column type allows. */
const MAX_ID = 2 ** 31 - 1;

/** Whether the entry is the folder of an account: `DIR/<websiteID>`. Symbolic links never are. */
export const isAccountFolder = (entry: Dirent): boolean =>
  entry.isDirectory() && ACCOUNT_FOLDER.test(entry.name) && Number(entry.name) <= MAX_ID;

/** Whether the entry is a folder of full feeds (B42): `DIR/<websiteID>/full`, or `DIR/full` for several accounts. */
export const isFullFolder = (entry: Dirent): boolean => entry.isDirectory() && entry.name === 'full';

/** Judges an entry at the top of the inbox, where feeds of several accounts lie (B43). */
export function judgeAtTop(entry: Dirent): Judgement {
  if (isAccountFolder(entry) || isFullFolder(entry)) return 'skip';
  const judgement = judgeFeed(entry);
  const isOther = entry.isDirectory() && judgement !== 'skip';
  return isOther ? { ignored: 'its name is not the websiteID of an account' } : judgement;
}

/** Judges an entry in the folder of an account. */
export const judgeInAccount = (entry: Dirent): Judgement => (isFullFolder(entry) ? 'skip' : judgeFeed(entry));

/** Judges an entry in a folder of feeds. */
function judgeFeed(entry: Dirent): Judgement {
  const { name } = entry;
  if (name.startsWith('.')) return 'skip';
  if (entry.isDirectory())
    return PROCESSED_FOLDERS.some((own) => own === name) ? 'skip' : { ignored: 'it is a folder' };
  const ignored = notAFile(entry);
  if (ignored) return ignored;
  // Node.js cannot open such a name again.
  if (name.includes('\uFFFD')) return { ignored: 'its name is not in UTF-8' };
  if (/\p{Cc}/u.test(name)) return { ignored: 'its name has a control character' };
  return isFeedName(name) ? 'feed' : { ignored: `only *.xml is imported${endingOf(name)}` };
}

/** Only regular files are opened: a link may lead anywhere, and reading a pipe or a device may block for ever. */
function notAFile(entry: Dirent): Judgement | undefined {
  if (entry.isSymbolicLink()) return { ignored: 'links are not followed' };
  return entry.isFile() ? undefined : { ignored: 'it is not a regular file' };
}

const endingOf = (name: string): string => {
  const [ending] = /\.\w{1,8}$/.exec(name) ?? [];
  return ending ? `, not *${ending}` : '';
};

/** A folder of the inbox, with the account and the mode of its feeds. */
export interface InboxFolder {
  readonly path: string;
  /** The account; null if each entry names its account. */
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
