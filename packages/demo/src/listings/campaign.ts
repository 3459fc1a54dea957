import type { ListingStatus, ListingType } from '../listing-line.js';
import type { DemoProperty, PropertyKind } from '../properties/demo-property.js';
import type { Random } from '../random/random.js';
import { choiceOf } from '../random/weighted-choice.js';

const DAY = 86_400_000;
const HORIZON = 8 * 365.25 * DAY;

/** Probability that a property's last listing is current; it makes about a quarter of all listings current. */
const CURRENT = 0.36;
const LISTED_AGAIN = 0.32;
const RENTED = 0.288;

const TIMES_LISTED = choiceOf({ 2: 55, 3: 30, 4: 15 });
const FATES = choiceOf({ done: 93, withdrawn: 4, offmarket: 3 });
const COMMERCIAL_TERMS = choiceOf({ sale: 40, lease: 50, both: 10 });

/** One period in which a property is on the market. Instants in milliseconds. */
export interface Campaign {
  listingType: ListingType;
  status: ListingStatus;
  /** `sale`, `lease` or `both` for commercial properties, else empty. */
  terms: string;
  start: number;
  /** When it was sold, leased or withdrawn; absent while it is current. */
  end?: number;
}

/** The periods in which a property was on the market in the last eight years, oldest first, without overlap. */
export function campaignsOf(random: Random, property: DemoProperty, now: number): Campaign[] {
  const times = random.chance(LISTED_AGAIN) ? Number(TIMES_LISTED.draw(random)) : 1;
  const campaigns = [
    random.chance(CURRENT) ? currentOne(random, property, now) : pastOne(random, property, lastEnd(random, now, times)),
  ];
  while (campaigns.length < times) {
    const rest = (150 + random.waiting(420)) * DAY;
    const end = (campaigns[0]?.start ?? now) - rest;
    if (end < now - HORIZON) break;
    campaigns.unshift(pastOne(random, property, end));
  }
  return campaigns;
}

// A property with earlier listings was last listed recently; otherwise these would lie before the eight years.
function lastEnd(random: Random, now: number, times: number): number {
  return now - random.between(1 * DAY, HORIZON / (times > 1 ? 2 : 1));
}

function currentOne(random: Random, property: DemoProperty, now: number): Campaign {
  const age = Math.min(240, random.waiting(32)) * DAY + random.between(1, 12) * 3_600_000;
  return { ...kindOf(random, property.kind), status: 'current', start: now - age };
}

function pastOne(random: Random, property: DemoProperty, end: number): Campaign {
  const kind = kindOf(random, property.kind);
  const length = (kind.listingType === 'rental' ? random.between(5, 40) : random.between(14, 110)) * DAY;
  return { ...kind, status: fateOf(random, kind), start: end - length, end };
}

function kindOf(random: Random, kind: PropertyKind): Pick<Campaign, 'listingType' | 'terms'> {
  if (kind === 'dwelling') return { listingType: random.chance(RENTED) ? 'rental' : 'residential', terms: '' };
  return { listingType: kind, terms: kind === 'commercial' ? COMMERCIAL_TERMS.draw(random) : '' };
}

function fateOf(random: Random, { listingType, terms }: Pick<Campaign, 'listingType' | 'terms'>): ListingStatus {
  const fate = FATES.draw(random);
  if (fate !== 'done') return fate;
  const leased = listingType === 'rental' || terms === 'lease' || (terms === 'both' && random.chance(0.5));
  return leased ? 'leased' : 'sold';
}

/** Whether the property is for rent rather than for sale. */
export function isLetting({ listingType, terms }: Campaign): boolean {
  return listingType === 'rental' || terms === 'lease';
}
