import { MAIN } from '../items/listing-lists.js';
import { around, empty, leaf, dateText, type OutgoingListing, yesNo } from './markup.js';
import type { Names } from './revisions.js';

/** Attachment types of the format; other files are written as documents. */
const USAGES = new Set(['statementOfInformation', 'agentPhoto']);

/** Images, files and links of a listing. */
export const MEDIA = {
  images: ({ line, timeZone }: OutgoingListing) => {
    const images = line.images.filter(({ url }) => url !== '');
    const main = images.findIndex(({ type }) => type === 'featured');
    return around(
      'images',
      images.map(({ id, url, modtime }, at) => {
        const otherID = /^\W*m\W*$/i.test(id) ? '' : id;
        const modTime = modtime && dateText(modtime, timeZone);
        return empty('img', { id: at === main ? MAIN : otherID, modTime, url, format: 'jpg' });
      }),
    );
  },
  objects: ({ line }: OutgoingListing, elements: Names) =>
    around(
      'objects',
      filesOf(line, elements, false).map(({ id, url, title, type }, at) =>
        empty(type === 'floorplan' ? type : 'document', {
          id: id || at + 1,
          url,
          title: type === 'floorplan' ? undefined : title,
        }),
      ),
    ),
  media: ({ line }: OutgoingListing, elements: Names) => {
    const files = filesOf(line, elements, true);
    const haveIds = new Set(files.map(({ id }) => id)).size === files.length && files.every(({ id }) => id !== '');
    const attachments = files.map(({ id, type, url }, at) =>
      empty('attachment', { id: haveIds ? id : at + 1, usage: type, url }),
    );
    return attachments.length === 0 ? undefined : around('media', attachments);
  },
  externalLink: ({ line }: OutgoingListing) => line.externalLinks.map((href) => empty('externalLink', { href })),
  availabilityLink: ({ line: { details } }: OutgoingListing) =>
    empty('availabilityLink', { href: details?.availabilityLink }),
  videoLink: ({ line }: OutgoingListing) => line.videoLinks.map((href) => empty('videoLink', { href })),
  /** Fields without an element, under names that senders use. */
  extraFields: ({ line: { address, isOffMarket, locationAccuracy, status, vrTourLink } }: OutgoingListing) => {
    const fields = [
      ...(locationAccuracy === 'exact'
        ? [
            ['latitude', address.latitude],
            ['longitude', address.longitude],
          ]
        : []),
      ...(isOffMarket === (status === 'offmarket') ? [] : [['offMarketListing', yesNo(isOffMarket)]]),
      ...vrTourLink.map((url) => ['virtualTour', url]),
    ];
    const texts = fields.map(([name, text = '']) => leaf('eField', text, { name }));
    return texts.length === 0 ? undefined : around('extraFields', texts, { table: 'listing' });
  },
};

/** The files that are attachments, or not. Not all kinds of listings have attachments. */
const filesOf = ({ documents }: OutgoingListing['line'], elements: Names, areAttached: boolean) =>
  documents.filter(({ url, type }) => url !== '' && (USAGES.has(type) && elements.has('media')) === areAttached);
