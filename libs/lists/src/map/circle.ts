import { boxesBetween, type Box, type Coordinates } from './shapes.js';

/** The mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** The distance in metres between two places, on a sphere with the earth's mean radius (haversine formula). */
export function metresBetween(one: Coordinates, other: Coordinates): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const across = Math.cos(one.latitude * RADIANS) * Math.cos(other.latitude * RADIANS);
  const haversine = half(other.latitude - one.latitude) + across * half(other.longitude - one.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, haversine)));
}

/** The haversine of the central angle of a distance in metres, up to half the circumference. */
export const haversineOf = (metres: number): number => Math.sin(metres / (2 * EARTH_RADIUS)) ** 2;

/** A margin above rounding errors, in degrees: a hundredth of a millimetre. */
const MARGIN = 1e-10;

/** Boxes that contain every place within a distance in metres: one box, or one on each side of the date line. */
export function boxesWithin({ latitude, longitude }: Coordinates, metres: number): Box[] {
  const angle = metres / EARTH_RADIUS;
  const height = angle / RADIANS + MARGIN;
  const [south, north] = [Math.max(-90, latitude - height), Math.min(90, latitude + height)];
  const everywhere = [{ west: -180, south, east: 180, north }];
  // The circle contains a pole, and so all longitudes near it.
  if (latitude - height <= -90 || latitude + height >= 90) return everywhere;
  const width = Math.asin(Math.sin(angle) / Math.cos(latitude * RADIANS)) / RADIANS + MARGIN;
  // Rounding may make half of the circumference slightly too small near a pole.
  if (!(width < 180 - MARGIN)) return everywhere;
  const [west, east] = [longitude - width, longitude + width];
  if (west >= -180 && east <= 180) return boxesBetween({ west, south, east, north });
  return boxesBetween({ west: west < -180 ? west + 360 : west, south, east: east > 180 ? east - 360 : east, north });
}
