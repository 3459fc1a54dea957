/** A place on the earth in decimal degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A rectangle of degrees, its edges included; longitudes do not cross the date line. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The corners of a simple polygon. Its edges are straight in degrees; the last edge leads to the first corner. */
export type Polygon = readonly Coordinates[];

/** An edge of a polygon. */
export type Edge = readonly [from: Coordinates, to: Coordinates];

export const edgesOf = (polygon: Polygon): Edge[] =>
  polygon.map((corner, at) => [corner, polygon[(at + 1) % polygon.length] ?? corner]);

/** The bounding box of a polygon. */
export function boxAround(polygon: Polygon): Box {
  const [latitudes, longitudes] = [polygon.map(({ latitude }) => latitude), polygon.map(({ longitude }) => longitude)];
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** The meridian of the date line: 180 equals -180. */
const DATE_LINE = 180;

/**
 * A shape, and its copy on the other side of the date line if it touches that line: longitude 180 may be written as
 * -180.
 */
export function aroundTheEarth<Shape>(
  shape: Shape,
  { west, east }: Pick<Box, 'west' | 'east'>,
  moved: (by: number) => Shape,
): Shape[] {
  return [
    shape,
    ...(east === DATE_LINE ? [moved(-2 * DATE_LINE)] : []),
    ...(west === -DATE_LINE ? [moved(2 * DATE_LINE)] : []),
  ];
}

/** A box, and its copy on the other side of the date line. */
export const boxesOf = (box: Box): Box[] =>
  aroundTheEarth(box, box, (by) => ({ ...box, west: box.west + by, east: box.east + by }));

/** The boxes between two longitudes from west to east, which may cross the date line. */
export const boxesBetween = ({ west, south, east, north }: Box): Box[] =>
  west <= east
    ? boxesOf({ west, south, east, north })
    : [...boxesOf({ west, south, east: DATE_LINE, north }), ...boxesOf({ west: -DATE_LINE, south, east, north })];

/** A polygon, and its copy on the other side of the date line. */
export const polygonsOf = (polygon: Polygon): Polygon[] =>
  aroundTheEarth(polygon, boxAround(polygon), (by) =>
    polygon.map(({ latitude, longitude }) => ({ latitude, longitude: longitude + by })),
  );

export const isInBox = ({ west, south, east, north }: Box, { latitude, longitude }: Coordinates): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;
