import type { ListingLine } from '@app/listings';
import { compareIds } from './compare-ids.js';
import type { Item, ItemChanges } from './item-changes.js';
import {
  compareFiles,
  compareImages,
  filesById,
  imagesById,
  recognisedFiles,
  withoutFormerStatement,
  replaceFile,
} from './listing-files.js';
import type { ItemRules } from './merge-by-id.js';

/** A list of a listing whose items have ids in feeds. */
interface ListingList<T> extends ItemRules<T> {
  /** The stored items; `changes` are those that are about to be made. */
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
const TEXTS = {
  commercialCategory: (line: ListingLine) => line.commercialCategory,
  businessCategory: (line: ListingLine) => line.businessCategory,
  externalLinks: (line: ListingLine) => line.externalLinks,
  videoLinks: (line: ListingLine) => line.videoLinks,
  'details.highlights': (line: ListingLine) => line.details?.highlights ?? [],
};

export type TextList = keyof typeof TEXTS;

export const TEXT_LISTS = Object.keys(TEXTS) as TextList[]; // its own keys

/** The name of the ids of a list. */
const nameOfIds = (list: TextList) => (list === 'details.highlights' ? 'highlights' : list);

/** The ids of the texts of a list; by default their positions, from 1. */
export function textIds(line: ListingLine, list: TextList): string[] {
  const texts = TEXTS[list](line);
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
    return TEXTS[list](line).map((value, at) => ({ id: ids[at] ?? '', value }));
  },
  store(line, given) {
    // A text that is there under another id as well is shown once.
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
export const LISTING_LISTS = {
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

export const LIST_NAMES = Object.keys(LISTING_LISTS) as ListName[]; // its own keys

/** The rules of a list, whatever its items are. */
export const listOf = (name: ListName): ListingList<unknown> => LISTING_LISTS[name] as unknown as ListingList<unknown>; // changes of a list hold its items only
