import { constants } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FeedFile } from '../intake/feed-source.js';
import { codeOf, contentOf, type PendingMove } from './inbox-item.js';

const REPORT = '.report.json';
const DRAFT = '.draft';
/** The longest file name that file systems allow, in bytes. */
const LONGEST_NAME = 255;

/** A file or folder that the inbox refuses to use. */
export class InboxFault extends Error {
  override readonly name = 'InboxFault';
}

/**
 * Opens a file in a folder, without following links: neither the file nor the folder may be one.
 *
 * @throws InboxFault, NotAFileError, or any error of the file system
 */
export async function openIn(folder: string, name: string): Promise<FeedFile> {
  const path = join(folder, name);
  const file = await FeedFile.open(path, constants.O_NOFOLLOW);
  try {
    if (!(await lstat(folder)).isDirectory()) throw new InboxFault('its folder is a link, which is not followed');
    const { dev, ino } = await lstat(path, { bigint: true });
    if (dev !== file.stats.dev || ino !== file.stats.ino) throw new InboxFault('it was replaced by another file');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Moves a processed file to `done` or `failed` beside it. The report is written first, so that a file in `done` always
 * has one. An existing name gets a number, and a name that is too long is cut. Only the version that was read is moved:
 * if the file has changed since, it stays and the result is false.
 *
 * @throws InboxFault, or any error of the file system
 */
export async function moveProcessed(folder: string, file: FeedFile, { where, report }: PendingMove): Promise<boolean> {
  const path = join(folder, file.name);
  const target = await ownFolder(folder, where);
  const free = join(target, await freeName(target, file.name));
  await writeFresh(`${free}${REPORT}`, `${JSON.stringify(report, null, 2)}\n`);
  try {
    await rename(path, free);
  } catch (error) {
    await rm(`${free}${REPORT}`, { force: true });
    throw error;
  }
  const moved = await lstat(free, { bigint: true });
  if (contentOf(moved) === contentOf(file.stats)) return true;
  // The file was replaced or grew after the check: move it back.
  await rename(free, join(folder, await freeName(folder, file.name)));
  await rm(`${free}${REPORT}`, { force: true });
  return false;
}

/**
 * The path of the folder, which is created if missing. A symbolic link of that name is refused: it may lead out of the
 * inbox.
 */
async function ownFolder(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new InboxFault(`"${name}" is not a folder`);
  return path;
}

/** Writes a file atomically (temporary name, then rename), following no link. */
async function writeFresh(path: string, text: string): Promise<void> {
  const draft = `${path}${DRAFT}`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { flag: 'wx' });
  await rename(draft, path);
}

/** The first free name in a folder. */
async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  let number = 1;
  while (taken.has(numbered(name, number))) number += 1;
  return numbered(name, number);
}

/** "harbour.xml", "harbour-2.xml": short enough that the name of its report fits as well. */
function numbered(name: string, number: number): string {
  const ending = `${number === 1 ? '' : `-${number}`}${extname(name)}`;
  const room = LONGEST_NAME - Buffer.byteLength(`${ending}${REPORT}${DRAFT}`);
  return `${cut(name.slice(0, name.length - extname(name).length), room)}${ending}`;
}

/** The longest beginning of a text that fits into a number of bytes in UTF-8. */
function cut(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
