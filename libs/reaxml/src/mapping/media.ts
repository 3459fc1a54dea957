import type { FeedElement } from '../feed.types.js';
import { fileId, imageId, isStatement, STATEMENT, type FileElement } from '../items/listing-lists.js';
import { quoted } from '../values/numbers.js';
import { readLocalTime } from '../values/local-time.js';
import { readWebAddress } from '../values/web-address.js';
import type { Draft } from './draft.js';
import { attributeOf, childrenOf, oneLine, type ElementReader } from './element.js';
import { attributeOrText, hasId, idOf, noteOthers, single } from './readers.js';
import { addTour, addTours, isTour, isTourName } from './extra-fields.js';

/** Default title of a file, made from its type: `statementOfInformation` becomes "Statement of information". */
export function titleOf(type: string): string {
  if (type === 'floorplan') return 'Floor plan';
  const words = type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `images`; an element without images changes nothing. */
export const images: ElementReader = (found, draft) => {
  for (const element of found) {
    readImages(childrenOf(element, 'img'), draft);
    noteOthers(element, ['img'], draft);
  }
};

/** `objects`: the files of a listing; may contain images as well. Only the kinds of file that it contains change. */
export const objects: ElementReader = (found, draft) => {
  for (const element of found) {
    readImages(childrenOf(element, 'img'), draft);
    for (const kind of ['floorplan', 'document'] as const)
      readFiles(kind, newestStatementAlone(childrenOf(element, kind), draft), draft, () => kind);
    noteOthers(element, ['img', 'floorplan', 'document'], draft);
  }
};

/** `media`: all attachments, each time; `@usage` is their type. Only the newest statement of information counts. */
export const media: ElementReader = (found, draft) => {
  const [tours, attachments] = toursAmong(found.flatMap((element) => childrenOf(element, 'attachment')));
  for (const tour of tours) addTour(tour, attributeOf(tour, 'url'), draft);
  readFiles('attachment', newestStatementAlone(attachments, draft), draft, usageOf);
  for (const element of found) noteOthers(element, ['attachment'], draft);
  // An address that cannot be read does not remove the former file.
  if (found[0] && attachments.every((one) => urlOf(one, undefined) !== undefined))
    draft.changesOf('documents', found[0]).clear('attachment:');
};

function usageOf(element: FeedElement): string {
  const usage = attributeOf(element, 'usage') || 'attachment';
  return /^(soi|statementofinformation)$/i.test(usage.replace(/[^a-z]/gi, '')) ? STATEMENT : usage;
}

const isUsableStatement = (element: FeedElement): boolean =>
  isStatement({ type: usageOf(element), title: attributeOf(element, 'title') ?? '' }) &&
  Boolean(urlOf(element, undefined));

/** The files without the statements of information that are not the newest one of the entry, in whichever element. */
function newestStatementAlone(files: readonly FeedElement[], draft: Draft): FeedElement[] {
  const timeOf = (element: FeedElement) => readLocalTime(attributeOf(element, 'modTime') ?? '') ?? '';
  const [newest, ...others] = draft.entry.element.children
    .flatMap(({ key, children }) => (key === 'objects' || key === 'media' ? children : []))
    .filter((one) => /^(document|attachment)$/.test(one.key) && isUsableStatement(one))
    .toReversed()
    .toSorted((one, other) => timeOf(other).localeCompare(timeOf(one)));
  const old = files.filter((one) => others.includes(one));
  const left = old.filter((one) => attributeOf(one, 'url') !== (newest && attributeOf(newest, 'url')));
  for (const one of left) draft.note(one, 'is not the newest statement of information');
  return files.filter((one) => !old.includes(one));
}

const toursAmong = (attachments: readonly FeedElement[]): [FeedElement[], FeedElement[]] => {
  const isOne = (element: FeedElement) => isTourName(attributeOf(element, 'usage') ?? '');
  return [attachments.filter(isOne), attachments.filter((element) => !isOne(element))];
};

/**
 * `externalLink@href`, `videoLink@href`: the whole list, because the format gives them no ids. Links with ids are
 * changed by id. A link to a virtual tour is also stored as a tour.
 */
export const links =
  (list: 'externalLinks' | 'videoLinks'): ElementReader =>
  (found, draft) => {
    const [first] = found;
    if (!first) return;
    const read = found.map((element) => [element, linkOf(element, draft)] as const);
    if (!found.some(hasId)) {
      draft.put(list, [...new Set(read.flatMap(([, address]) => address || []))], first);
      return;
    }
    const changes = draft.changesOf(list, first);
    for (const [element, address] of read) {
      if (address) changes.set(idOf(element), address);
      else if (address === '' && hasId(element)) changes.remove(idOf(element));
    }
  };

/** The address of a link; empty if none is given, undefined if it is not one. */
function linkOf(element: FeedElement, draft: Draft): string | undefined {
  const href = attributeOf(element, 'href') ?? oneLine(element.text);
  const address = href === '' ? href : draft.accept(readWebAddress(href), element);
  if (address && isTour(element, address)) addTours([address], element, draft);
  return address;
}

/** `availabilityLink@href`. */
export const link = (path: string): ElementReader =>
  single((element, draft) => {
    const href = attributeOrText(element, 'href');
    if (href === '') draft.put(path, null, element);
    else draft.putRead(path, readWebAddress(href), element);
  });

/** The time of an image is local until the merge knows the zone of the suburb. */
function readImages(found: readonly FeedElement[], draft: Draft): void {
  readUrls('images', '', found, draft, (element, id, url) => {
    const type = id.toLowerCase() === 'm' ? 'featured' : 'img';
    const time = readLocalTime(attributeOf(element, 'modTime') ?? '');
    const modtime = time === undefined ? {} : { modtime: `${time}Z` };
    return { id: imageId(id, url), value: url === '' ? undefined : { id, url, type, ...modtime } };
  });
}

function readFiles(
  kind: FileElement,
  found: readonly FeedElement[],
  draft: Draft,
  typeOf: (element: FeedElement) => string,
): void {
  readUrls('documents', `${kind}:`, found, draft, (element, id, url) => {
    const type = typeOf(element);
    const title = attributeOf(element, 'title') ?? (type === 'document' ? '' : titleOf(type));
    return { id: fileId(kind, id, url), value: url === '' ? undefined : { id, url, title, type } };
  });
}

type File = { readonly url: string };

/**
 * Reads elements with a web address as changes of a list. Without any id, they are all items of their kind, whose ids
 * begin with `prefix`.
 */
function readUrls(
  list: 'images' | 'documents',
  prefix: string,
  found: readonly FeedElement[],
  draft: Draft,
  itemOf: (element: FeedElement, id: string, url: string) => { readonly id: string; readonly value: File | undefined },
): void {
  const [first] = found;
  if (!first) return;
  const changes = draft.changesOf(list, first);
  for (const element of found) {
    const url = urlOf(element, draft);
    if (url === undefined) continue;
    const { id, value } = itemOf(element, attributeOf(element, 'id') ?? '', url);
    if (!value) {
      if (hasId(element)) changes.remove(id);
      continue;
    }
    const before = changes.get(id) as File | undefined; // set only here
    if (before && before.url !== url) draft.note(element, `the id ${quoted(id)} occurs twice`, 'the later one counts');
    // Senders name one document by several elements.
    const isThere = (changes.values() as File[]).some((file) => file.url === url); // set only here
    if (list === 'documents' && !before && isThere) continue;
    changes.set(id, value);
    if (!found.some(hasId)) changes.clear(prefix);
  }
}

/** The address of a file element: empty without content, undefined (with a note) without a usable address. */
function urlOf(element: FeedElement, draft: Draft | undefined): string | undefined {
  const url = attributeOf(element, 'url') || oneLine(element.text);
  const read = readWebAddress(url);
  if (url !== '') return draft ? draft.accept(read, element) : 'value' in read ? read.value : undefined;
  const file = attributeOf(element, 'file');
  if (!file) return '';
  draft?.note(element, `${quoted(file)} is a file without an address`);
  return undefined;
}
