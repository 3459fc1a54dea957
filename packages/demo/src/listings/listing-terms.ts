import type { DemoListingLine } from '../listing-line.js';
import type { DemoProperty } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
import { choiceOf } from '../random/weighted-choice.js';
import type { Campaign } from './campaign.js';

/** The fields that only some listing types use; other types have them empty. */
export type Terms = Pick<
  DemoListingLine,
  | 'category'
  | 'businessCategory'
  | 'commercialCategory'
  | 'landCategory'
  | 'ruralCategory'
  | 'commercialListingType'
  | 'commercialAuthority'
  | 'authority'
  | 'exclusivity'
  | 'tenancy'
  | 'outgoings'
  | 'ruralFeatures'
>;

const AUTHORITIES = choiceOf({ exclusive: 70, open: 8, sale: 12, setsale: 4, conjunctional: 4, multilist: 2 });
const COMMERCIAL_AUTHORITIES = choiceOf({ forsale: 40, offers: 20, eoi: 20, sale: 15, tender: 5 });

/** The terms of a campaign, in the words of REAXML. */
export function termsOf(random: Random, { kind, category }: DemoProperty, campaign: Campaign, auction: boolean): Terms {
  const trades = kind === 'commercial' || kind === 'business';
  const sells = campaign.listingType !== 'rental' && campaign.terms !== 'lease';
  return {
    category,
    businessCategory: kind === 'business' ? [category] : [],
    commercialCategory: kind === 'commercial' ? [category] : [],
    landCategory: kind === 'land' ? category : '',
    ruralCategory: kind === 'rural' ? category : '',
    commercialListingType: kind === 'business' ? 'sale' : campaign.terms,
    commercialAuthority: kind === 'commercial' && sells ? authorityOf(random, auction, COMMERCIAL_AUTHORITIES) : '',
    authority: !trades && sells ? authorityOf(random, auction, AUTHORITIES) : '',
    exclusivity: trades ? (random.chance(0.8) ? 'exclusive' : 'open') : '',
    tenancy: kind === 'commercial' ? (random.chance(0.55) ? 'vacant' : 'tenanted') : '',
    outgoings:
      kind === 'commercial' && random.chance(0.7) ? `$${random.integer(4, 60)},${random.integer(1, 9)}00 p.a.` : '',
    ruralFeatures: kind === 'rural' ? ruralFeatures(random) : '',
  };
}

function authorityOf(random: Random, auction: boolean, others: { draw: (random: Random) => string }): string {
  return auction ? 'auction' : others.draw(random);
}

function ruralFeatures(random: Random): string {
  const rain = random.integer(8, 26) * 50;
  const fences = random.pick([
    'stock-proof fences throughout',
    'ringlock and plain wire, good',
    'electric, in twelve paddocks',
  ]);
  const soil = random.pick(['red loam', 'basalt', 'sandy loam over clay', 'black clay']);
  return `Fencing: ${fences}. Annual rainfall: ${rain} mm. Soil: ${soil}. Carrying capacity: ${random.integer(2, 14)} DSE per hectare.`;
}
