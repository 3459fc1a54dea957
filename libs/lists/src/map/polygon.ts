import { boxAround, edgesOf, isInBox, type Box, type Polygon, type Coordinates } from './shapes.js';
import { doMeet, isCrossedEastOf, isOnEdge } from './turn.js';

/** Whether a place is in a simple polygon, edges included. The result is exact for the coordinates as decimals. */
export function isInPolygon(polygon: Polygon, place: Coordinates): boolean {
  if (!isInBox(boxAround(polygon), place)) return false;
  const edges = edgesOf(polygon);
  if (edges.some((edge) => isOnEdge(edge, place))) return true;
  return edges.filter((edge) => isCrossedEastOf(edge, place)).length % 2 === 1;
}

/**
 * Removes repeated corners: the last corner may repeat the first, as in GeoJSON, and a corner its predecessor, as after
 * a double click.
 */
export function withoutRepeats(corners: readonly Coordinates[]): Polygon {
  const apart = corners.filter((corner, at) => {
    const before = at > 0 ? corners[at - 1] : undefined;
    return !before || !isSame(corner, before);
  });
  const [first] = apart;
  const last = apart.at(-1);
  return first && last && apart.length > 1 && isSame(first, last) ? apart.slice(0, -1) : apart;
}

const isSame = (one: Coordinates, other: Coordinates): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/** Maximum number of pairs of edges that are compared exactly: all pairs of 200 edges, of which 2,000 have two million. */
const MOST_PAIRS = 20_000;
/** Maximum number of pairs of edges on the same longitude whose latitudes are compared. */
const MOST_BESIDE = 200_000;

/** An edge with its number, counted from 0, and its bounding box. */
interface BoxedEdge extends Box {
  readonly at: number;
}

/**
 * The numbers of two edges that touch although they are not neighbours, or beyond their common corner. `many`: too many
 * edges are beside each other to be compared. Undefined: the polygon is simple.
 */
export function findCrossing(polygon: Polygon): readonly [number, number] | 'many' | undefined {
  const edges = edgesOf(polygon);
  const fromWest = edges
    .map((edge, at): BoxedEdge => ({ at, ...boxAround(edge) }))
    .toSorted((one, other) => one.west - other.west);
  let found: readonly [number, number] | undefined;
  let pairs = 0;
  let beside = 0;
  for (const [nth, one] of fromWest.entries()) {
    for (let next = nth + 1; (fromWest[next]?.west ?? Infinity) <= one.east; next += 1) {
      const other = fromWest[next];
      if ((beside += 1) > MOST_BESIDE) return 'many';
      if (!other || other.south > one.north || other.north < one.south) continue;
      if ((pairs += 1) > MOST_PAIRS) return 'many';
      const [first, second] = one.at < other.at ? [one.at, other.at] : [other.at, one.at];
      const isEarlier = !found || first + 1 < found[0] || (first + 1 === found[0] && second + 1 < found[1]);
      if (isEarlier && isWrong(edges, first, second)) found = [first + 1, second + 1];
    }
  }
  return found;
}

function isWrong(edges: ReturnType<typeof edgesOf>, at: number, other: number): boolean {
  const [one, two] = [edges[at], edges[other]];
  if (!one || !two) return false;
  if (other === at + 1) return isOnEdge(one, two[1]) || isOnEdge(two, one[0]);
  if (at === 0 && other === edges.length - 1) return isOnEdge(one, two[0]) || isOnEdge(two, one[1]);
  return doMeet(one, two);
}
