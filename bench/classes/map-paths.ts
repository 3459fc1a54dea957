import type { Lore } from './lore.js';
import { pathOf, varied, type MakePath } from './requests.js';

const LISTINGS = '/api/v1/listings';
/** Of latitude, in metres. */
const DEGREE = 111_195;
const WINDOW = 20_000;
const RADIUS = 5_000;
/** Places as maps tell them: about ten metres. */
const DIGITS = 4;

/** p: what a portal's map shows, with a listing somewhere in the middle half of it. */
export const mapWindow =
  ({ positions }: Lore): MakePath =>
  (chance, spread) => {
    const { latitude, longitude } = chance.pick(positions);
    const height = WINDOW / DEGREE;
    const width = height / Math.cos((latitude * Math.PI) / 180);
    const south = latitude - height * (0.25 + chance.fraction() / 2);
    const west = longitude - width * (0.25 + chance.fraction() / 2);
    const edges = [west, south, west + width, south + height];
    return pathOf(LISTINGS, { bbox: edges.map((edge) => edge.toFixed(DIGITS)).join(), ...varied(chance, spread) });
  };

/** q: what is near a home, or near somebody who is about so far from it. */
export const aroundPlace =
  ({ positions }: Lore): MakePath =>
  (chance, spread) => {
    const { latitude, longitude } = chance.pick(positions);
    const moved = (degrees: number) => (degrees + (chance.fraction() - 0.5) * (RADIUS / DEGREE)).toFixed(DIGITS);
    const near = `${moved(latitude)},${moved(longitude)}`;
    return pathOf(LISTINGS, { near, radius: RADIUS, sort: 'distance', ...varied(chance, spread) });
  };
