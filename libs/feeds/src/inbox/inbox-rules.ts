import type { Dirent } from 'node:fs';
import { isFeedName } from '../intake/feed-paths.js';

/** How the inbox treats a directory entry: as a feed file, silently skipped, or ignored with a reported reason. */
export type Judgement = 'feed' | 'skip' | { readonly ignored: string };

/** The folders for files that have been processed. */
export const PROCESSED_FOLDERS = ['done', 'failed'] as const;

const ACCOUNT_FOLDER = /^[1-9]\d{0,9}$/;
/** The largest account id that the column type allows. */
const MAX_ID = 2 ** 31 - 1;

/** Whether the entry is the folder of an account: `DIR/<websiteID>`. Symbolic links never are. */
export const isAccountFolder = (entry: Dirent): boolean =>
  entry.isDirectory() && ACCOUNT_FOLDER.test(entry.name) && Number(entry.name) <= MAX_ID;

/** Judges an entry at the top of the inbox. */
export function judgeAtTop(entry: Dirent): Judgement {
  if (entry.name.startsWith('.') || isAccountFolder(entry)) return 'skip';
  if (entry.isDirectory()) return { ignored: 'its name is not the websiteID of an account' };
  return notAFile(entry) ?? { ignored: 'it is not in the folder of an account' };
}

/** Judges an entry in the folder of an account. */
export function judgeInAccount(entry: Dirent): Judgement {
  const { name } = entry;
  if (name.startsWith('.')) return 'skip';
  if (entry.isDirectory())
    return PROCESSED_FOLDERS.some((own) => own === name) ? 'skip' : { ignored: 'it is a folder' };
  const ignored = notAFile(entry);
  if (ignored) return ignored;
  // Node.js cannot open such a name again.
  if (name.includes('\uFFFD')) return { ignored: 'its name is not in UTF-8' };
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
