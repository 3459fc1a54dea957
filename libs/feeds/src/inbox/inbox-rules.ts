import type { Dirent } from 'node:fs';
import { isFeedName } from '../intake/feed-paths.js';

/** What an entry of a folder is to the inbox: a feed, nothing of its business, or something that it has to say it ignores. */
export type Judgement = 'feed' | 'skip' | { readonly ignored: string };

/** Where files go that were dealt with. */
export const PUT_AWAY = ['done', 'failed'] as const;

const ACCOUNT_FOLDER = /^[1-9]\d{0,9}$/;
/** The largest id that the store has. */
const MAX_ID = 2 ** 31 - 1;

/** Whether it is the folder of an account: `DIR/<websiteID>`. Links are none, wherever they lead. */
export const isAccountFolder = (entry: Dirent): boolean =>
  entry.isDirectory() && ACCOUNT_FOLDER.test(entry.name) && Number(entry.name) <= MAX_ID;

/** Of what lies at the top of the inbox. */
export function judgeAtTop(entry: Dirent): Judgement {
  if (entry.name.startsWith('.') || isAccountFolder(entry)) return 'skip';
  if (entry.isDirectory()) return { ignored: 'the folder is not called as the websiteID of an account' };
  return notAFile(entry) ?? { ignored: 'it is not in the folder of an account' };
}

/** Of what lies in the folder of an account. */
export function judgeInAccount(entry: Dirent): Judgement {
  const { name } = entry;
  if (name.startsWith('.')) return 'skip';
  if (entry.isDirectory()) return PUT_AWAY.some((own) => own === name) ? 'skip' : { ignored: 'it is a folder' };
  const ignored = notAFile(entry);
  if (ignored) return ignored;
  // Node cannot name such a file again.
  if (name.includes('\uFFFD')) return { ignored: 'its name is not in UTF-8' };
  return isFeedName(name) ? 'feed' : { ignored: `only *.xml is taken in${endingOf(name)}` };
}

/** What is no regular file is never opened: a link may lead anywhere, and a pipe or a device may wait for ever. */
function notAFile(entry: Dirent): Judgement | undefined {
  if (entry.isSymbolicLink()) return { ignored: 'links are not followed' };
  return entry.isFile() ? undefined : { ignored: 'it is not a file' };
}

const endingOf = (name: string): string => {
  const [ending] = /\.\w{1,8}$/.exec(name) ?? [];
  return ending ? `, not *${ending}` : '';
};
