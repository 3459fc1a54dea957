import type { FeedElement } from '../feed.types.js';
import { quoted } from '../values/numbers.js';
import { readWebAddress } from '../values/web-address.js';
import type { Draft } from './draft.js';
import { attributeOf, oneLine, type ElementReader } from './element.js';
import type { FileSource } from './listing-patch.js';
import { noteOthers, attributeOrText, single } from './readers.js';
import { addTour, addTours, isTour, isTourName } from './tours.js';

interface Item {
  readonly id: string;
  readonly url: string;
}

interface File extends Item {
  readonly title: string;
  readonly type: string;
}

/** Default title of a file, made from its type: `statementOfInformation` becomes "Statement of information". */
export function titleOf(type: string): string {
  if (type === 'floorplan') return 'Floor plan';
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `images`: the complete list; an empty element means that there are no images. */
export const images: ElementReader = (found, draft) => {
  for (const element of found) {
    addImages(childrenNamed(element, 'img'), draft, element);
    noteOthers(element, ['img'], draft);
  }
};

/** `objects`: the files of a listing; may contain images as well. */
export const objects: ElementReader = (found, draft) => {
  for (const element of found) {
    const inside = childrenNamed(element, 'img');
    if (inside.length > 0) addImages(inside, draft, element);
    const plans = childrenNamed(element, 'floorplan').map((plan) => fileOf(plan, 'floorplan', draft));
    const documents = childrenNamed(element, 'document').map((document) => fileOf(document, 'document', draft));
    addDocuments([...plans, ...documents], draft, element, 'objects');
    noteOthers(element, ['img', 'floorplan', 'document'], draft);
  }
};

/** `media`: attachments are files; `@usage` is their type. */
export const media: ElementReader = (found, draft) => {
  for (const element of found) {
    const [tours, attachments] = toursAmong(childrenNamed(element, 'attachment'));
    for (const tour of tours) addTour(tour, attributeOf(tour, 'url'), draft);
    const files = attachments.map((one) => fileOf(one, attributeOf(one, 'usage') || 'attachment', draft));
    addDocuments(files, draft, element, 'media');
    noteOthers(element, ['attachment'], draft);
  }
};

const toursAmong = (attachments: readonly FeedElement[]): [FeedElement[], FeedElement[]] => {
  const isOne = (element: FeedElement) => isTourName(attributeOf(element, 'usage') ?? '');
  return [attachments.filter(isOne), attachments.filter((element) => !isOne(element))];
};

/** `externalLink@href`, `videoLink@href`; a link to a virtual tour is also stored as a tour. */
export const links =
  (path: string): ElementReader =>
  (found, draft) => {
    const addresses = found.flatMap((element) => {
      const href = attributeOf(element, 'href') ?? oneLine(element.text);
      const address = href === '' ? undefined : draft.accept(readWebAddress(href), element);
      if (address === undefined) return [];
      if (isTour(element, address)) addTours([address], element, draft);
      return address;
    });
    draft.put(path, [...new Set(addresses)], found[0]);
  };

/** `availabilityLink@href`. */
export const link = (path: string): ElementReader =>
  single((element, draft) => {
    const href = attributeOrText(element, 'href');
    if (href === '') draft.put(path, null, element);
    else draft.putRead(path, readWebAddress(href), element);
  });

function addImages(found: readonly FeedElement[], draft: Draft, container: FeedElement): void {
  const before = (draft.patch['images'] ?? []) as Item[]; // set only here
  const existing = new Set(before.map(({ id, url }) => `${id} ${url}`));
  const further = found.flatMap((element) => {
    const item = itemOf(element, draft);
    if (!item || existing.has(`${item.id} ${item.url}`)) return [];
    return { id: item.id, url: item.url, type: item.id.toLowerCase() === 'm' ? 'featured' : 'img' };
  });
  draft.put('images', atMost([...before, ...further], draft, container), container);
}

function addDocuments(
  files: readonly (File | undefined)[],
  draft: Draft,
  container: FeedElement,
  source: FileSource,
): void {
  draft.fileSources.push(source);
  const before = (draft.patch['documents'] ?? []) as Item[]; // set only here
  const byUrl = new Map(before.map((file) => [file.url, file]));
  for (const file of files) if (file && !byUrl.has(file.url)) byUrl.set(file.url, file);
  const documents = [...byUrl.values()];
  draft.put('documents', atMost(documents, draft, container), container);
}

function fileOf(element: FeedElement, type: string, draft: Draft): File | undefined {
  const item = itemOf(element, draft);
  const title = attributeOf(element, 'title') ?? (type === 'document' ? '' : titleOf(type));
  return item && { id: item.id, url: item.url, title, type };
}

/** The item of a file element; undefined without an address. A placeholder without any content is not noted. */
function itemOf(element: FeedElement, draft: Draft): Item | undefined {
  const url = attributeOf(element, 'url') || oneLine(element.text);
  const file = attributeOf(element, 'file');
  if (url === '' && file) draft.note(element, `${quoted(file)} is a file without an address`);
  const address = url === '' ? undefined : draft.accept(readWebAddress(url), element);
  return address === undefined ? undefined : { id: attributeOf(element, 'id') ?? '', url: address };
}

const MAX_ITEMS = 1000;

function atMost<T>(items: T[], draft: Draft, container: FeedElement): T[] {
  if (items.length > MAX_ITEMS) draft.note(container, `more than ${MAX_ITEMS} items`, 'the others left out');
  return items.slice(0, MAX_ITEMS);
}

const childrenNamed = (element: FeedElement, key: string): FeedElement[] =>
  element.children.filter((child) => child.key === key);
