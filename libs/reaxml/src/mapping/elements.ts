import { address } from './address.js';
import { listingAgents } from './agents.js';
import { buildingDetails, landDetails } from './areas.js';
import { geocode, extraFields, PAIRS, PUBLICATION, virtualTour } from './extra-fields.js';
import { attributeOf, oneLine, readersByKey, childrenOf, textOfChild, type ElementReader } from './element.js';
import {
  ecoFriendly,
  features,
  IDEAL_FOR,
  namesOfTrue,
  VIEWS,
  isRuralFeature,
  ruralFeaturesOf,
  ruralText,
} from './features.js';
import { images, link, links, media, objects } from './media.js';
import { businessLease, commercialRent, outgoings, price, soldDetails, dateAvailable, rent } from './prices.js';
import {
  amountDetail,
  attribute,
  choice,
  countOf,
  detail,
  ignored,
  line,
  parts,
  multilineText,
  single,
  textItems,
  truth,
  truthDetail,
  hasId,
  idOf,
} from './readers.js';
import { auction, auctionOutcome, currentLeaseEndDate, inspectionTimes, setSale } from './times.js';
import type { FeedElement } from '../feed.types.js';

const ruralFeatures = single((element, draft) => {
  for (const child of element.children) if (!isRuralFeature(child.key)) draft.note(child, 'is not known');
  const given = ruralFeaturesOf(element);
  draft.put('ruralFeatures', ruralText(given) || element.text, element);
});

const directoryParts = parts('details.streetDirectory', { page: 'page', reference: 'reference' });

const streetDirectory = single((element, draft) => {
  draft.put('details.streetDirectory.type', attributeOf(element, 'type') || null, element);
  directoryParts([element], draft);
});

/** A house that is sold with its land is newly built, unless the entry says otherwise. */
const isHomeLandPackage: ElementReader = (found, draft) => {
  truthDetail('details.isHomeLandPackage')(found, draft);
  const [element] = found;
  if (element && draft.valueAt('details.isHomeLandPackage') === true)
    draft.putUnlessThere('newConstruction', true, element);
};

/** `commercialCategory@name`. */
const commercialCategory = textItems('commercialCategory', (element) =>
  oneLine(attributeOf(element, 'name') ?? element.text),
);

const categoryOf = (element: FeedElement): string =>
  textOfChild(element, 'name') ?? attributeOf(element, 'name') ?? oneLine(element.text);

const businessNames = textItems('businessCategory', categoryOf);

/** `businessCategory/name` with its sub-categories: a category that is named gets the given ones only. */
const businessCategory: ElementReader = (found, draft) => {
  const [first] = found;
  if (!first) return;
  businessNames(found, draft);
  const changes = draft.changesOf('details.businessSubCategory', first);
  const isWhole = found.length > 1 && !found.some(hasId);
  if (isWhole) changes.clear('');
  for (const [position, element] of found.entries()) {
    const id = isWhole ? `${position + 1}` : idOf(element);
    const category = categoryOf(element);
    if (hasId(element) || category !== '') changes.clear(`${id}:`);
    for (const [at, sub] of childrenOf(element, 'businessSubCategory').entries())
      changes.set(`${id}:${at + 1}`, { category, name: categoryOf(sub) });
  }
};

/** The reader of each element of a listing; an element that is not here is reported as unknown. */
export const ELEMENTS = readersByKey({
  agentID: ignored('names the listing'),
  uniqueID: ignored('names the listing'),

  authority: choice('authority'),
  commercialAuthority: choice('commercialAuthority'),
  exclusivity: choice('exclusivity'),
  tenancy: choice('tenancy'),
  commercialListingType: choice('commercialListingType'),
  outgoings,
  underOffer: truth('underOffer'),
  newConstruction: truth('newConstruction'),

  category: attribute('category', 'name'),
  holidayCategory: attribute('category', 'name'),
  landCategory: attribute('landCategory', 'name'),
  ruralCategory: attribute('ruralCategory', 'name'),
  commercialCategory,
  businessCategory,

  listingAgent: listingAgents,
  address,
  headline: line('headline'),
  description: multilineText('description'),

  price,
  priceView: line('price.priceView'),
  rent,
  dateAvailable,
  commercialRent,
  soldDetails,

  features,
  allowances: features,
  carSpaces: countOf('features.parkingSpaces'),
  ecoFriendly,
  ruralFeatures,
  landDetails,
  buildingDetails,

  auction,
  setSale,
  inspectionTimes,

  images,
  objects,
  media,
  externalLink: links('externalLinks'),
  videoLink: links('videoLinks'),
  virtualTour,
  virtualTourLink: virtualTour,
  vrTour: virtualTour,
  vrTourLink: virtualTour,
  ...Object.fromEntries(PAIRS.map((name) => [name, geocode])),

  municipality: detail('details.municipality'),
  streetDirectory,
  estate: parts('details.estate', { name: 'name', stage: 'stage' }),
  project: parts('details.project', { id: 'id', order: 'order' }),
  zone: detail('details.zone'),
  councilRates: detail('details.councilRates'),
  yearBuilt: detail('details.yearBuilt'),
  yearLastRenovated: detail('details.yearLastRenovated'),
  isHomeLandPackage,
  isMultiple: truthDetail('details.isMultiple'),
  propertyExtent: detail('details.propertyExtent'),
  parkingComments: detail('details.parkingComments'),
  bond: amountDetail('details.bond'),
  depositTaken: truthDetail('details.depositTaken'),
  holiday: truthDetail('details.holiday'),
  availabilityLink: link('details.availabilityLink'),
  auctionOutcome,
  highlight: textItems('details.highlights', ({ text }) => oneLine(text)),
  return: amountDetail('details.return'),
  takings: detail('details.takings'),
  terms: multilineText('details.terms'),
  franchise: truthDetail('details.franchise'),
  businessLease,
  currentLeaseEndDate,
  furtherOptions: detail('details.furtherOptions'),
  idealFor: namesOfTrue('details.idealFor', IDEAL_FOR),
  views: namesOfTrue('details.views', VIEWS),

  ...PUBLICATION,
  vendorDetails: ignored('private: the reader drops it'),
  extraFields,
  extraField: extraFields,
  eField: extraFields,
  marketing: ignored('what the agency bought of a portal'),
  miniweb: ignored('what the agency bought of a portal'),
  purchaseOrder: ignored('what the agency bought of a portal'),
});
