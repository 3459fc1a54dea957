import type { DemoListingLine } from '../listing-line.js';
import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';

/** Image ids of REAXML: the main image is `m`, which the sequence of letters skips. */
const IMAGE_IDS = ['m', ...'abcdefghi'];

/** Images and documents of a listing. */
export type Media = Pick<
  DemoListingLine,
  'images' | 'documents' | 'externalLinks' | 'videoLinks' | 'vrTourLink' | 'partnerLinks'
>;

/** Images, and sometimes a floor plan, a video or a tour. All addresses are on domains that cannot exist. */
export function mediaOf(random: Random, property: DemoProperty, uniqueID: string): Media {
  const hasTour = property.kind === 'dwelling' && random.chance(0.08);
  return {
    images: imagesOf(uniqueID, random.integer(4, 10)),
    documents: documentsOf(random, property, uniqueID),
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

function imagesOf(uniqueID: string, count: number): Media['images'] {
  return IMAGE_IDS.slice(0, count).map((id, index) => ({
    id,
    url: `https://images.example/${uniqueID}/${id}.jpg`,
    type: index === 0 ? 'featured' : 'img',
  }));
}

function documentsOf(random: Random, { kind }: DemoProperty, uniqueID: string): Media['documents'] {
  const documents: Media['documents'] = [];
  const add = (title: string, type: string) => {
    const id = String(documents.length + 1);
    documents.push({ id, url: `https://documents.example/${uniqueID}/${id}.pdf`, title, type });
  };
  if (kind === 'dwelling' && random.chance(0.35)) add('Floor plan', 'floorplan');
  if (random.chance(0.12)) add('Statement of information', 'statementOfInformation');
  return documents;
}
