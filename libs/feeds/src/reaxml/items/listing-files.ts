import type { ListingLine } from '@app/listings';
import { compareIds } from './compare-ids.js';
import type { Item, ItemChanges } from './item-changes.js';

type Image = ListingLine['images'][number];
type File = ListingLine['documents'][number];

/** The id of the main image. */
const MAIN = 'm';
/** Ids of files without one of their own. */
const BY_URL = 'url:';

/** The id of an image in a feed, in lower case; without one, its address. */
export const imageId = (id: string, url: string): string => (id === '' ? `${BY_URL}${url}` : id.toLowerCase());

/** Images by id. A main image of another source than a feed may have any id. */
export function imagesById(images: readonly Image[]): Item<Image>[] {
  const hasMain = images.some(({ id }) => id.toLowerCase() === MAIN);
  return images.map((value) => {
    const isMain = value.type === 'featured' && !hasMain;
    return { id: isMain ? MAIN : imageId(value.id, value.url), value };
  });
}

/** The main image first, then by id, then the images without an id. */
export const compareImages = (one: Item<Image>, other: Item<Image>): number =>
  Number(other.id === MAIN) - Number(one.id === MAIN) || compareNamed(one.id, other.id);

function compareNamed(one: string, other: string): number {
  const [first, second] = [one, other].map((id) => id.startsWith(BY_URL));
  return Number(first) - Number(second) || (first ? 0 : compareIds(one, other));
}

/** The elements of files; each has ids of its own. */
export const FILE_ELEMENTS = ['floorplan', 'document', 'attachment'] as const;
export type FileElement = (typeof FILE_ELEMENTS)[number];

/** The id of a file among all files of a listing; without one of its own, its address. */
export const fileId = (element: FileElement, id: string, url: string): string =>
  `${element}:${id === '' ? `${BY_URL}${url}` : id.toLowerCase()}`;

/** Files by id: `floorplan` and `document` are types as well, all others are attachments. */
export const filesById = (files: readonly File[]): Item<File>[] =>
  files.map((value) => ({ id: fileId(elementOf(value), value.id, value.url), value }));

const elementOf = ({ type }: File): FileElement => FILE_ELEMENTS.find((element) => element === type) ?? 'attachment';

/**
 * Files by id, where a file that an entry gives under another id or by another element is recognised by its address: a
 * file of a bundle may have any type, and is exported as a document.
 */
export function recognisedFiles(files: readonly Item<File>[], { put }: ItemChanges<File>): Item<File>[] {
  const taken = new Set(files.map(({ id }) => id));
  const given = new Set(put.map(({ id }) => id));
  const moved = new Map(put.flatMap(({ id, value }) => (taken.has(id) ? [] : [[value.url, id] as const])));
  return files.map((file) => {
    const id = given.has(file.id) ? undefined : moved.get(file.value.url);
    if (id === undefined) return file;
    moved.delete(file.value.url);
    return { ...file, id };
  });
}

/**
 * A file that is given again keeps what its element cannot give: the type of a document, the title of a floor plan or
 * an attachment.
 */
export function replaceFile(former: File, given: File): File {
  if (former.url !== given.url) return given;
  return given.type === 'document'
    ? { ...given, type: former.type || given.type }
    : { ...given, title: former.title || given.title };
}

export const STATEMENT = 'statementOfInformation';

/** The statement of information is an attachment of this type, or a document with this title. */
export const isStatement = ({ type, title }: Pick<File, 'type' | 'title'>): boolean =>
  type === STATEMENT || /^\s*(soi|statement of information)\b/i.test(title);

/** A statement of information that an entry gives takes the place of the former one, whatever its id and element (B66). */
export function withoutFormerStatement(files: readonly Item<File>[], { put }: ItemChanges<File>): Item<File>[] {
  const given = new Set(put.map(({ id }) => id));
  const isReplaced = put.some(({ value }) => isStatement(value));
  return files.filter(({ id, value }) => !isReplaced || given.has(id) || !isStatement(value));
}

/** Floor plans, documents, attachments; each by id. */
export function compareFiles(one: Item<File>, other: Item<File>): number {
  return rankOf(one.id) - rankOf(other.id) || compareNamed(ownId(one.id), ownId(other.id));
}

const rankOf = (id: string): number => FILE_ELEMENTS.findIndex((element) => id.startsWith(`${element}:`));
const ownId = (id: string): string => id.slice(id.indexOf(':') + 1);
