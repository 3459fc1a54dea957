import type { DirectoryFacts } from './directory-facts.js';
import { pathOf, varied, type DrawPath } from './requests.js';

const LISTINGS = '/api/v1/listings';
/** Metres of a degree of latitude. */
const DEGREE = 111_195;
const WINDOW = 20_000;
const RADIUS = 5_000;
/** About ten metres. */
const DIGITS = 4;

/** A window of a portal's map, with a listing in the middle half of it. */
export const mapWindow =
  ({ positions }: DirectoryFacts): DrawPath =>
  (chance, spread) => {
    const { latitude, longitude } = chance.pick(positions);
    const height = WINDOW / DEGREE;
    const width = height / Math.cos((latitude * Math.PI) / 180);
    const south = latitude - height * (0.25 + chance.fraction() / 2);
    const west = longitude - width * (0.25 + chance.fraction() / 2);
    const edges = [west, south, west + width, south + height];
    return pathOf(LISTINGS, { bbox: edges.map((edge) => edge.toFixed(DIGITS)).join(), ...varied(chance, spread) });
  };

/** The neighbourhood of a listing. */
export const aroundPlace =
  ({ positions }: DirectoryFacts): DrawPath =>
  (chance, spread) => {
    const { latitude, longitude } = chance.pick(positions);
    const moved = (degrees: number) => (degrees + (chance.fraction() - 0.5) * (RADIUS / DEGREE)).toFixed(DIGITS);
    const near = `${moved(latitude)},${moved(longitude)}`;
    return pathOf(LISTINGS, { near, radius: RADIUS, sort: 'distance', ...varied(chance, spread) });
  };
