import { Territories } from '../agencies/territories.js';
import type { Agency, Office } from '../agencies/agency.js';
import type { DemoListingLine } from '../listing-line.js';
import type { Market } from '../places/demo-place.js';
import { DemoProperties } from '../properties/demo-properties.js';
import type { DemoProperty } from '../properties/demo-property.js';
import { Random } from '../random/random.js';
import type { World } from '../world.js';
import { campaignsOf, isLetting, type Campaign } from './campaign.js';
import { ListingWriter } from './listing-writer.js';

const ATTEMPTS = 8;
/** With this many listings per suburb, every suburb gets at least one. */
const ENOUGH_FOR_ALL = 10;

/**
 * Generates listings, property by property, oldest first. Generated listings are not kept, so memory does not grow with
 * their number.
 */
export function* listingLines(
  world: World,
  count: number,
  agencies: readonly Agency[],
  markets: readonly Market[],
): Generator<DemoListingLine> {
  const random = new Random(world.seed, 'listings');
  const territories = new Territories(agencies);
  const properties = new DemoProperties(random, markets, (market) => territories.shareOf(market));
  const writer = new ListingWriter(world);
  const inTurn = count >= markets.length * ENOUGH_FOR_ALL ? markets : [];
  let made = 0;
  for (let nth = 0; made < count; nth++) {
    const property = properties.next(inTurn[nth]);
    for (const campaign of campaignsOf(random.stream(`periods ${nth}`), property, world.now.getTime())) {
      if (made === count) return;
      const own = random.stream(`listing ${made}`);
      const office = officeFor(own.stream('office'), territories, property, campaign);
      yield writer.write(own, property, campaign, office, made++);
    }
  }
}

function officeFor(random: Random, territories: Territories, { market }: DemoProperty, campaign: Campaign): Office {
  const nearby = territories.officesIn(market);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { office } = nearby.draw(random);
    if (takesOn(office.agency, campaign)) return office;
  }
  const suitable = nearby.items.find(({ office }) => takesOn(office.agency, campaign));
  return (suitable ?? nearby.draw(random)).office;
}

function takesOn({ closed, sells, lets }: Agency, campaign: Campaign): boolean {
  return (isLetting(campaign) ? lets : sells) && !(closed && campaign.status === 'current');
}
