import { around, empty, leaf } from './markup.js';
import { kindOf, orderOf } from './element-order.js';
import { imageIds } from './image-ids.js';
import { dateText, type OutgoingListing } from './outgoing.js';

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
  /** The format has room for one video. */
  videoLink: ({ line }: OutgoingListing) =>
    links('videoLink', line.videoLinks.slice(0, 1), line.feed?.itemIDs?.videoLinks),
  /** What has no element, by names that senders use. */
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

/** Links have ids where their sender gave them. */
const links = (element: string, addresses: readonly string[], ids: readonly string[] = []): string =>
  addresses.map((href, at) => empty(element, { id: ids[at], href })).join('');

const filesOf = ({ line }: OutgoingListing, wanted: (file: File) => boolean): File[] =>
  line.documents.filter((file) => file.url !== '' && wanted(file));

const isAttached = ({ type }: File, { line }: OutgoingListing): boolean =>
  USAGES.has(type) && orderOf(kindOf(line)).includes('media');
