import type { Market } from '../places/demo-place.js';
import { WeightedChoice } from '../random/weighted-choice.js';
import type { Agency, Office } from './agency.js';

const FEWEST_OFFICES = 8;
const LOCAL_KM = 6;
const HALF_AWAY_KM = 4;
/** Within this distance of an office, a suburb has its full share of listings. */
const NEAR_KM = 15;
const KM_PER_DEGREE = 111.2;

interface Candidate {
  office: Office;
  distance: number;
}

/** The offices that list in a suburb: nearby ones, with a higher weight for large and close offices. */
export class Territories {
  private readonly offices: readonly Office[];
  private readonly latitudes: Float64Array;
  private readonly longitudes: Float64Array;
  private readonly choices: (WeightedChoice<Candidate> | undefined)[] = [];

  constructor(agencies: readonly Agency[]) {
    this.offices = agencies.filter(({ shows }) => shows.length === 0).flatMap(({ offices }) => offices);
    this.latitudes = Float64Array.from(this.offices, ({ market }) => market.latitude);
    this.longitudes = Float64Array.from(this.offices, ({ market }) => market.longitude);
  }

  /** Computed on first use, so that a large directory does not compute suburbs that it never uses. */
  officesIn(market: Market): WeightedChoice<Candidate> {
    return (this.choices[market.index] ??= new WeightedChoice(this.candidates(market), weightOf));
  }

  /** The share of a suburb's listings that agencies get: all near an open office, few far from every office. */
  shareOf(market: Market): number {
    const distance = this.distanceOfNearest(market);
    return distance <= NEAR_KM ? 1 : (NEAR_KM / distance) ** 3;
  }

  private distanceOfNearest({ latitude, longitude }: Market): number {
    const narrowing = Math.cos((latitude * Math.PI) / 180);
    let least = Infinity;
    for (let index = 0; index < this.offices.length; index++) {
      if (this.offices[index]?.agency.closed) continue;
      const north = (this.latitudes[index] ?? 0) - latitude;
      const east = ((this.longitudes[index] ?? 0) - longitude) * narrowing;
      least = Math.min(least, north * north + east * east);
    }
    return Math.sqrt(least) * KM_PER_DEGREE;
  }

  // Where there are few offices, the radius grows until there are enough.
  private candidates(market: Market): Candidate[] {
    for (let reach = LOCAL_KM; ; reach *= 4) {
      const found = this.within(market, reach);
      if (found.length === this.offices.length) return found;
      if (found.length >= FEWEST_OFFICES) return reach === LOCAL_KM ? found : nearest(found);
    }
  }

  // Distance on a plane: accurate enough to compare distances.
  private within({ latitude, longitude }: Market, kilometres: number): Candidate[] {
    const narrowing = Math.cos((latitude * Math.PI) / 180);
    const most = (kilometres / KM_PER_DEGREE) ** 2;
    const found: Candidate[] = [];
    for (let index = 0; index < this.offices.length; index++) {
      const north = (this.latitudes[index] ?? 0) - latitude;
      const east = ((this.longitudes[index] ?? 0) - longitude) * narrowing;
      const squared = north * north + east * east;
      const office = squared <= most ? this.offices[index] : undefined;
      if (office) found.push({ office, distance: Math.sqrt(squared) * KM_PER_DEGREE });
    }
    return found;
  }
}

function nearest(candidates: Candidate[]): Candidate[] {
  return candidates.sort((a, b) => a.distance - b.distance).slice(0, FEWEST_OFFICES);
}

function weightOf({ office, distance }: Candidate): number {
  return Math.sqrt(office.agency.weight) / (HALF_AWAY_KM + distance) ** 3;
}
