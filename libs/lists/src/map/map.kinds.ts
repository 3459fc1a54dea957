import { named, type Kind } from '@app/schema';
import { decimalOf } from './turn.js';
import { boxAround, edgesOf, type Box, type Edge, type Polygon, type Coordinates } from './shapes.js';
import { findCrossing, withoutRepeats } from './polygon.js';

const NUMBER = '-?[0-9]{1,3}(?:\\.[0-9]{1,20})?';
const DEGREES = {
  latitude: '-?(?:90(?:\\.0{1,20})?|[0-8]?[0-9](?:\\.[0-9]{1,20})?)',
  longitude: '-?(?:180(?:\\.0{1,20})?|(?:1[0-7][0-9]|[0-9]?[0-9])(?:\\.[0-9]{1,20})?)',
} as const;
const LIMITS = { latitude: 90, longitude: 180 } as const;

type Axis = keyof typeof LIMITS;

/** The allowed number of corners of a polygon. */
export const CORNERS = { least: 3, most: 200, mostOfBody: 2_000 } as const;
/** The maximum number of polygons of a request. */
export const MOST_POLYGONS = 10;

/** The value of a text, or its fault. */
interface Read<T> {
  readonly value?: T;
  readonly fault?: string;
}

const ONE_NUMBER = new RegExp(`^${NUMBER}$`);

/** Parses degrees in the given order; the fault names a value out of range. */
function readDegrees(text: string, axes: readonly Axis[]): Read<number[]> {
  const parts = text.split(/, ?/);
  if (parts.length !== axes.length || !parts.every((part) => ONE_NUMBER.test(part))) return {};
  const values = parts.map(Number);
  const at = values.findIndex((value, axis) => Math.abs(value) > LIMITS[axes[axis] ?? 'longitude']);
  const axis = axes[at];
  if (!axis) return { value: values };
  const limit = Math.sign(values[at] ?? 0) * LIMITS[axis];
  const swapped = axis === 'latitude' && Math.abs(values[at] ?? 0) <= LIMITS.longitude ? ': are the two swapped?' : '';
  return { fault: `${axis} ${parts[at]} is beyond ${limit}${swapped}` };
}

function readPosition(text: string): Read<Coordinates> {
  const { value: [latitude, longitude] = [], fault } = readDegrees(text, ['latitude', 'longitude']);
  return latitude === undefined || longitude === undefined ? withFault(fault) : { value: { latitude, longitude } };
}

function readBox(text: string): Read<Box> {
  const { value, fault } = readDegrees(text, ['longitude', 'latitude', 'longitude', 'latitude']);
  const [west, south, east, north] = value ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return withFault(fault);
  if (south > north) return { fault: `the southern edge ${south} is north of the northern edge ${north}` };
  return { value: { west, south, east, north } };
}

function readPolygon(text: string, most: number): Read<Polygon> {
  const texts = text.replace(/;$/, '').split(/; ?/);
  if (texts.length > most + 1) return { fault: `has more than ${most} corners` };
  const corners: Coordinates[] = [];
  for (const [at, corner] of texts.entries()) {
    const { value: [longitude, latitude] = [], fault } = readDegrees(corner, ['longitude', 'latitude']);
    if (fault !== undefined) return { fault: `corner ${at + 1}: ${fault}` };
    if (longitude === undefined || latitude === undefined) return {};
    corners.push({ latitude, longitude });
  }
  const polygon = withoutRepeats(corners);
  if (polygon.length > most) return { fault: `has more than ${most} corners` };
  if (polygon.length < CORNERS.least) return { fault: `has fewer than ${CORNERS.least} different corners` };
  const far = edgesOf(polygon).findIndex(isFar);
  if (far !== -1)
    return { fault: `edge ${far + 1} is longer than 180 degrees: across the date line, give one polygon on each side` };
  const crossing = findCrossing(polygon);
  if (crossing === 'many') return { fault: 'has too many edges beside each other: give fewer corners' };
  if (crossing) return { fault: `crosses or touches itself: its edges ${crossing.join(' and ')} meet` };
  return { value: polygon };
}

/**
 * Whether an edge is longer than half the circumference, so that its direction is ambiguous. Decimals decide only where
 * rounding matters.
 */
function isFar([from, to]: Edge): boolean {
  if (Math.abs(from.longitude - to.longitude) < LIMITS.longitude - 1) return false;
  const [one, other] = [decimalOf(from.longitude), decimalOf(to.longitude)];
  return (one > other ? one - other : other - one) > decimalOf(LIMITS.longitude);
}

const withFault = (fault: string | undefined): Read<never> => (fault === undefined ? {} : { fault });

/** A kind of query texts; `format` names a rule that JSON Schema cannot express. */
const ofQuery = <T>(
  read: (text: string) => Read<T>,
  { pattern, format, wants }: { readonly pattern: string; readonly format?: string; readonly wants: string },
): Kind<T> => {
  // A refused text is asked for its fault as well, and a large polygon takes milliseconds.
  let last: { readonly text: string; readonly read: Read<T> } | undefined;
  const readOnce = (text: string): Read<T> => {
    if (last?.text !== text) last = { text, read: read(text) };
    return last.read;
  };
  return {
    schema: { type: 'string', pattern, ...(format === undefined ? {} : { format }) },
    wants,
    empty: undefined,
    accepts: () => false,
    parse: (text) => readOnce(text).value,
    faultOf: (text) => readOnce(text).fault,
  };
};

/** `latitude,longitude` */
export const position = named(
  'MapPosition',
  'Latitude and longitude in decimal degrees.',
  ofQuery(readPosition, {
    pattern: `^${DEGREES.latitude}, ?${DEGREES.longitude}$`,
    wants: 'latitude,longitude in decimal degrees, such as -37.8136,144.9631',
  }),
);

/** `minLng,minLat,maxLng,maxLat` */
export const box = named(
  'MapBox',
  'The western, southern, eastern and northern edge in decimal degrees. Format `map-box`: the southern edge is not north of the northern one.',
  ofQuery(readBox, {
    pattern: `^${DEGREES.longitude}, ?${DEGREES.latitude}, ?${DEGREES.longitude}, ?${DEGREES.latitude}$`,
    format: 'map-box',
    wants: 'minLng,minLat,maxLng,maxLat in decimal degrees, such as 144.9,-37.9,145.1,-37.7',
  }),
);

/** `lng,lat;lng,lat;...` */
const polygonOf = (name: string, most: number): Kind<Polygon> =>
  named(
    name,
    `The corners in order, longitude before latitude, in decimal degrees; the last corner may repeat the first. Format \`map-polygon\`: 3 to ${most} corners, edges of at most 180 degrees of longitude, which may touch each other only at the corners of neighbours. Across the date line, send one polygon on each side.`,
    ofQuery((text) => readPolygon(text, most), {
      pattern: `^${DEGREES.longitude}, ?${DEGREES.latitude}(?:; ?${DEGREES.longitude}, ?${DEGREES.latitude}){2,${most}};?$`,
      format: 'map-polygon',
      wants: `lng,lat;lng,lat;lng,lat with 3 to ${most} corners in decimal degrees, such as 144.9,-37.9;145.1,-37.9;145,-37.7`,
    }),
  );

export const polygon = polygonOf('MapPolygon', CORNERS.most);
/** A polygon in a body. */
export const largePolygon = polygonOf('LargeMapPolygon', CORNERS.mostOfBody);

const DECIMAL = /^\d+(\.\d+)?$/;
const MOST_METRES = 100_000;

/** A radius in metres. */
export const metres: Kind<number> = {
  schema: { type: 'number', minimum: 1, maximum: MOST_METRES },
  wants: `a number of metres from 1 to ${MOST_METRES}`,
  empty: undefined,
  accepts: (value) => typeof value === 'number' && value >= 1 && value <= MOST_METRES,
  parse: (text) => (DECIMAL.test(text) && Number(text) >= 1 && Number(text) <= MOST_METRES ? Number(text) : undefined),
};

/** The size of a box in square degrees. */
export const extentOf = ({ west, south, east, north }: Box): number =>
  (north - south) * (west <= east ? east - west : east - west + 360);

/** The total size of the bounding boxes of polygons, in square degrees. */
export const extentOfAll = (polygons: readonly Polygon[]): number =>
  polygons.reduce((sum, one) => sum + extentOf(boxAround(one)), 0);
