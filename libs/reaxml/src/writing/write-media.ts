import { around, empty, leaf, dateText, type OutgoingListing, kindOf, orderOf } from './markup.js';

type Image = { readonly id: string; readonly type: string };

/** The id of the main image; the others have letters, then pairs of letters, continuing the format's scheme. */
const MAIN = 'm';
const VALID = /^[a-z]{1,2}$/;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

function* freshIds(): Generator<string> {
  for (const first of ['', ...LETTERS]) for (const last of LETTERS) if (first + last !== MAIN) yield first + last;
  for (let number = 1; ; number += 1) yield `x${number}`;
}

/** The ids of images in a feed: kept if the format allows them, else new ones. */
export function imageIds(images: readonly Image[]): string[] {
  const ids = images.map(({ id }) => id);
  const fitting = images.every(({ id, type }) => VALID.test(id) && (id === MAIN) === (type === 'featured'));
  if (fitting && new Set(ids).size === ids.length) return ids;
  const fresh = freshIds();
  const main = images.findIndex(({ type }) => type === 'featured');
  return images.map((_, at) => (at === main ? MAIN : (fresh.next().value as string))); // the generator never ends
}

type File = OutgoingListing['line']['documents'][number];

/** Attachment types of the format; other files are written as documents. */
const USAGES = new Set(['statementOfInformation', 'agentPhoto']);

/** Images, files and links of a listing. */
export const MEDIA = {
  images: ({ line, timeZone }: OutgoingListing) => {
    const images = line.images.filter(({ url }) => url !== '');
    const ids = imageIds(images);
    return around(
      'images',
      images.map(({ url, modtime }, at) =>
        empty('img', { id: ids[at], modTime: modtime && dateText(modtime, timeZone), url, format: 'jpg' }),
      ),
    );
  },
  objects: (listing: OutgoingListing) => {
    const files = filesOf(listing, (file) => !isAttached(file, listing));
    const plans = files.filter(({ type }) => type === 'floorplan');
    const documents = files.filter(({ type }) => type !== 'floorplan');
    return around('objects', [
      ...plans.map(({ id, url }, at) => empty('floorplan', { id: id || at + 1, url })),
      ...documents.map(({ id, url, title }, at) => empty('document', { id: id || at + 1, url, title })),
    ]);
  },
  media: (listing: OutgoingListing) => {
    const files = filesOf(listing, (file) => isAttached(file, listing));
    const attachments = files.map(({ id, type, url }, at) =>
      empty('attachment', { id: id || at + 1, usage: type, url }),
    );
    return attachments.length === 0 ? '' : around('media', attachments);
  },
  externalLink: ({ line }: OutgoingListing) =>
    links('externalLink', line.externalLinks, line.feed?.itemIDs?.externalLinks),
  availabilityLink: ({ line: { details } }: OutgoingListing) =>
    empty('availabilityLink', { href: details?.availabilityLink }),
  /** The format has one video only. */
  videoLink: ({ line }: OutgoingListing) =>
    links('videoLink', line.videoLinks.slice(0, 1), line.feed?.itemIDs?.videoLinks),
  /** Fields without an element, under names that senders use. */
  extraFields: ({ line: { address, isOffMarket, locationAccuracy, status, vrTourLink } }: OutgoingListing) => {
    const fields = [
      ...(locationAccuracy === 'exact'
        ? [
            ['latitude', address.latitude],
            ['longitude', address.longitude],
          ]
        : []),
      ...(isOffMarket && status !== 'offmarket' ? [['offMarketListing', 'yes']] : []),
      ...vrTourLink.map((url) => ['virtualTour', url]),
    ];
    const texts = fields.map(([name, text = '']) => leaf('eField', text, { name }));
    return texts.length === 0 ? '' : around('extraFields', texts, { table: 'listing' });
  },
};

/** Links have ids if the sender gave them. */
const links = (element: string, addresses: readonly string[], ids: readonly string[] = []): string =>
  addresses.map((href, at) => empty(element, { id: ids[at], href })).join('');

const filesOf = ({ line }: OutgoingListing, wanted: (file: File) => boolean): File[] =>
  line.documents.filter((file) => file.url !== '' && wanted(file));

const isAttached = ({ type }: File, { line }: OutgoingListing): boolean =>
  USAGES.has(type) && orderOf(kindOf(line)).includes('media');
