import type { Agency } from '../agencies/agency.js';
import type { DemoListingLine } from '../listing-line.js';
import type { PictureLinks } from '../pictures/picture-links.js';
import type { PictureKind } from '../pictures/picture.js';
import { isStrata, type DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';

/** Image ids of REAXML: the main image is `m`, which the sequence of letters skips. */
const IMAGE_IDS = ['m', ...'abcdefghi'];

const ROOMS: readonly PictureKind[] = ['living', 'kitchen', 'bedroom', 'bathroom', 'garden', 'bedroom', 'living'];
const ROOMS_UPSTAIRS = ROOMS.filter((kind) => kind !== 'garden');

/** Images and documents of a listing. */
export type Media = Pick<
  DemoListingLine,
  'images' | 'documents' | 'externalLinks' | 'videoLinks' | 'vrTourLink' | 'partnerLinks'
>;

/**
 * Images and floor plans, which the service draws, and sometimes a video or a tour, whose links use domains that cannot
 * exist.
 */
export function mediaOf(
  random: Random,
  property: DemoProperty,
  uniqueID: string,
  agency: Pick<Agency, 'palette'>,
  pictures: PictureLinks,
): Media {
  const hasTour = property.kind === 'dwelling' && random.chance(0.08);
  const count = random.integer(4, IMAGE_IDS.length);
  const link = (kind: PictureKind, nth: number, detail?: string) =>
    pictures.link(kind, property.id * IMAGE_IDS.length + nth, agency.palette, detail);
  return {
    images: shownOf(property, count).map((kind, nth) => ({
      id: IMAGE_IDS[nth] ?? '',
      url: link(kind, nth),
      type: nth === 0 ? 'featured' : 'img',
    })),
    documents: documentsOf(random, property, uniqueID, () => link('plan', 0, String(property.features.bedrooms ?? 0))),
    externalLinks: random.chance(0.06) ? [`https://apply.example/${uniqueID}`] : [],
    videoLinks: random.chance(0.12) ? [`https://video.example/listings/${uniqueID}`] : [],
    vrTourLink: hasTour ? [`https://tours.example/${uniqueID}`] : [],
    partnerLinks: {
      furnish: random.chance(0.02) ? [`https://furnish.example/${uniqueID}`] : [],
      kitchenStyling: random.chance(0.02) ? [`https://kitchens.example/${uniqueID}`] : [],
      panorama: hasTour ? [`https://panorama.example/${uniqueID}`] : [],
    },
  };
}

/** The subjects of the pictures of a property: its exterior first, then its rooms. */
function shownOf(property: DemoProperty, count: number): PictureKind[] {
  const outside = outsideOf(property);
  const rooms = roomsOf(property);
  return Array.from({ length: count }, (_, nth) => (nth === 0 ? outside : rooms[(nth - 1) % rooms.length]) ?? outside);
}

function outsideOf({ kind, category }: DemoProperty): PictureKind {
  if (kind === 'land') return 'land';
  if (kind === 'rural') return 'acreage';
  if (kind !== 'dwelling') return 'shop';
  if (isStrata(category)) return 'apartment';
  return category === 'house' ? 'house' : 'townhouse';
}

function roomsOf({ kind, category, features }: DemoProperty): readonly PictureKind[] {
  if (kind === 'dwelling') return isStrata(category) ? ROOMS_UPSTAIRS : ROOMS;
  return kind === 'rural' && features.bedrooms ? ['acreage', ...ROOMS] : [];
}

function documentsOf(
  random: Random,
  { kind }: DemoProperty,
  uniqueID: string,
  planOf: () => string,
): Media['documents'] {
  const documents: Media['documents'] = [];
  const add = (title: string, type: string, url?: string) => {
    const id = String(documents.length + 1);
    documents.push({ id, url: url ?? `https://documents.example/${uniqueID}/${id}.pdf`, title, type });
  };
  if (kind === 'dwelling' && random.chance(0.35)) add('Floor plan', 'floorplan', planOf());
  if (random.chance(0.12)) add('Statement of information', 'statementOfInformation');
  return documents;
}
