import { tableKeys } from '@app/schema';
import type { ListingLine } from '@app/listings';
import { compareIds, type Item, type ItemChanges, type ItemRules } from './merge-by-id.js';

type Image = ListingLine['images'][number];
type File = ListingLine['documents'][number];

/** The id of the main image. */
export const MAIN = 'm';
/** Ids of files without one of their own. */
const BY_URL = 'url:';

/** The id of an image in a feed, in lower case; without one, its address. */
export const imageId = (id: string, url: string): string => (id === '' ? `${BY_URL}${url}` : id.toLowerCase());

/** Images by id. A main image of another source than a feed may have any id. */
function imagesById(images: readonly Image[]): Item<Image>[] {
  const hasMain = images.some(({ id }) => id.toLowerCase() === MAIN);
  return images.map((value) => {
    const isMain = value.type === 'featured' && !hasMain;
    return { id: isMain ? MAIN : imageId(value.id, value.url), value };
  });
}

/** The main image first, then by id, then the images without an id. */
const compareImages = (one: Item<Image>, other: Item<Image>): number =>
  Number(other.id === MAIN) - Number(one.id === MAIN) || compareNamed(one.id, other.id);

function compareNamed(one: string, other: string): number {
  const [first, second] = [one, other].map((id) => id.startsWith(BY_URL));
  return Number(first) - Number(second) || (first ? 0 : compareIds(one, other));
}

/** The elements of files; each has ids of its own. */
const FILE_ELEMENTS = ['floorplan', 'document', 'attachment'] as const;
export type FileElement = (typeof FILE_ELEMENTS)[number];

/** The id of a file among all files of a listing; without one of its own, its address. */
export const fileId = (element: FileElement, id: string, url: string): string =>
  `${element}:${id === '' ? `${BY_URL}${url}` : id.toLowerCase()}`;

/** Files by id: `floorplan` and `document` are types as well, all others are attachments. */
const filesById = (files: readonly File[]): Item<File>[] =>
  files.map((value) => ({ id: fileId(elementOf(value), value.id, value.url), value }));

const elementOf = ({ type }: File): FileElement => FILE_ELEMENTS.find((element) => element === type) ?? 'attachment';

/**
 * Files by id. A file with another id or element is recognised by its address, because files of a bundle may have any
 * type, and are exported as documents.
 */
function recognisedFiles(files: readonly Item<File>[], { put }: ItemChanges<File>): Item<File>[] {
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
 * A replaced file keeps the data that its element cannot contain: the type of a document, the title of a floor plan or
 * an attachment.
 */
function replaceFile(former: File, given: File): File {
  if (former.url !== given.url) return given;
  return given.type === 'document'
    ? { ...given, type: former.type || given.type }
    : { ...given, title: former.title || given.title };
}

export const STATEMENT = 'statementOfInformation';

/** The statement of information is an attachment of this type, or a document with this title. */
export const isStatement = ({ type, title }: Pick<File, 'type' | 'title'>): boolean =>
  type === STATEMENT || /^\s*(soi|statement of information)\b/i.test(title);

/** A new statement of information replaces the former one, regardless of id and element (B66). */
function withoutFormerStatement(files: readonly Item<File>[], { put }: ItemChanges<File>): Item<File>[] {
  const given = new Set(put.map(({ id }) => id));
  const isReplaced = put.some(({ value }) => isStatement(value));
  return files.filter(({ id, value }) => !isReplaced || given.has(id) || !isStatement(value));
}

/** Floor plans, documents, attachments; each by id. */
function compareFiles(one: Item<File>, other: Item<File>): number {
  return rankOf(one.id) - rankOf(other.id) || compareNamed(ownId(one.id), ownId(other.id));
}

const rankOf = (id: string): number => FILE_ELEMENTS.findIndex((element) => id.startsWith(`${element}:`));
const ownId = (id: string): string => id.slice(id.indexOf(':') + 1);

/** A list of a listing whose items have ids in feeds. */
interface ListingList<T> extends ItemRules<T> {
  /** The stored items; `changes` are the pending changes. */
  readonly itemsOf: (line: ListingLine, changes: ItemChanges<T>) => Item<T>[];
  readonly store: (line: ListingLine, items: readonly Item<T>[]) => void;
}

type Images = ListingLine['images'];
type Files = ListingLine['documents'];
type SubCategories = NonNullable<NonNullable<ListingLine['details']>['businessSubCategory']>;

const valuesOf = <T>(items: readonly Item<T>[]): T[] => items.map(({ value }) => value);

const images: ListingList<Images[number]> = {
  itemsOf: (line) => imagesById(line.images),
  store: (line, items) => (line.images = valuesOf(items)),
  replace: (former, given) =>
    former.url === given.url && former.modtime && former.modtime > (given.modtime ?? '')
      ? { ...given, modtime: former.modtime }
      : given,
  addressOf: ({ url }) => url,
  compare: compareImages,
};

const documents: ListingList<Files[number]> = {
  itemsOf: (line, changes) => withoutFormerStatement(recognisedFiles(filesById(line.documents), changes), changes),
  store: (line, items) => (line.documents = valuesOf(items)),
  replace: replaceFile,
  compare: compareFiles,
};

/** The lists of texts. A text has no room for its id, so the ids are stored beside the list. */
export const TEXT_LISTS = [
  'commercialCategory',
  'businessCategory',
  'externalLinks',
  'videoLinks',
  'details.highlights',
] as const;

export type TextList = (typeof TEXT_LISTS)[number];

const textsOf = (line: ListingLine, list: TextList): readonly string[] =>
  list === 'details.highlights' ? (line.details?.highlights ?? []) : line[list];

/** The name of the ids of a list. */
const nameOfIds = (list: TextList) => (list === 'details.highlights' ? 'highlights' : list);

/** The ids of the texts of a list; by default their positions, from 1. */
export function textIds(line: ListingLine, list: TextList): string[] {
  const texts = textsOf(line, list);
  const ids = line.feed?.itemIDs?.[nameOfIds(list)];
  return ids?.length === texts.length ? ids : texts.map((_, at) => `${at + 1}`);
}

/** Forgets the ids of a list that is replaced as a whole. */
export function forgetIds(line: ListingLine, list: TextList): void {
  setIds(line, list, undefined);
}

function setIds(line: ListingLine, list: TextList, ids: string[] | undefined): void {
  const { [nameOfIds(list)]: _, ...others } = line.feed?.itemIDs ?? {};
  line.feed = { ...line.feed, itemIDs: ids ? { ...others, [nameOfIds(list)]: ids } : others };
}

const texts = (list: TextList): ListingList<string> => ({
  itemsOf(line) {
    const ids = textIds(line, list);
    return textsOf(line, list).map((value, at) => ({ id: ids[at] ?? '', value }));
  },
  store(line, given) {
    // A text with two ids is shown once.
    const items = [...new Map(given.toReversed().map((item) => [item.value, item])).values()].toReversed();
    const values = valuesOf(items);
    if (list === 'details.highlights') line.details = { ...line.details, highlights: values };
    else line[list] = values;
    setIds(
      line,
      list,
      items.map(({ id }) => id),
    );
  },
  compare: (one, other) => compareIds(one.id, other.id),
});

/** Sub-categories by the id of their category, and their position in it. */
const subCategories: ListingList<SubCategories[number]> = {
  itemsOf(line) {
    const ids = new Map(line.businessCategory.map((name, at) => [name, textIds(line, 'businessCategory')[at]]));
    const count = new Map<string, number>();
    return (line.details?.businessSubCategory ?? []).map((value) => {
      const at = (count.get(value.category) ?? 0) + 1;
      count.set(value.category, at);
      return { id: `${ids.get(value.category) ?? value.category}:${at}`, value };
    });
  },
  store: (line, items) => (line.details = { ...line.details, businessSubCategory: valuesOf(items) }),
  compare: (one, other) => compareIds(one.id, other.id),
};

/** The lists by their paths. Sub-categories come before the categories that their ids depend on. */
const LISTING_LISTS = {
  images,
  documents,
  'details.businessSubCategory': subCategories,
  businessCategory: texts('businessCategory'),
  commercialCategory: texts('commercialCategory'),
  'details.highlights': texts('details.highlights'),
  externalLinks: texts('externalLinks'),
  videoLinks: texts('videoLinks'),
} as const;

export type ListName = keyof typeof LISTING_LISTS;

export const LIST_NAMES = tableKeys(LISTING_LISTS);

/** The rules of a list, for any type of item. */
export const listOf = (name: ListName): ListingList<unknown> => LISTING_LISTS[name] as unknown as ListingList<unknown>; // changes of a list hold its items only
