import { boxAround, edgesOf, isInBox, type Polygon, type Coordinates } from './shapes.js';
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

/**
 * The numbers of two edges that touch although they are not neighbours, or beyond their common corner. Undefined: the
 * polygon is simple. Comparing all pairs of at most 200 edges takes less than a millisecond.
 */
export function findCrossing(polygon: Polygon): readonly [number, number] | undefined {
  const edges = edgesOf(polygon);
  for (const [at, one] of edges.entries()) {
    for (let other = at + 1; other < edges.length; other += 1) {
      if (isWrong(edges, at, other)) return [at + 1, other + 1];
    }
    if (isSame(one[0], one[1])) return [at + 1, at + 1];
  }
  return undefined;
}

function isWrong(edges: ReturnType<typeof edgesOf>, at: number, other: number): boolean {
  const [one, two] = [edges[at], edges[other]];
  if (!one || !two) return false;
  if (other === at + 1) return isOnEdge(one, two[1]) || isOnEdge(two, one[0]);
  if (at === 0 && other === edges.length - 1) return isOnEdge(one, two[0]) || isOnEdge(two, one[1]);
  return doMeet(one, two);
}
