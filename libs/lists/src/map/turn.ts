import type { Edge, Coordinates } from './shapes.js';

/** The number of decimal places of the smallest number. */
const PLACES = 340;

/**
 * A number as its shortest decimal, times 10 to the 340. The exact binary value of 0.1 would differ from the written
 * one.
 */
export function decimalOf(value: number): bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + fraction) * 10n ** BigInt(PLACES - fraction.length + Number(exponent));
  return sign ? -digits : digits;
}

/**
 * The sign of a sum above this bound is certain: coordinates are at most 360, so the error of each difference is below
 * 1e-13.
 */
const CERTAIN = 1e-12;
const LEAST = 1e-24;

/**
 * The side of an edge on which a place lies: positive on the left, 0 on its straight line. The result is exact for the
 * coordinates as decimals, which are computed only if rounding matters.
 */
function sideOf([from, to]: Edge, place: Coordinates): number {
  const [dx, dy] = [to.longitude - from.longitude, to.latitude - from.latitude];
  const [px, py] = [place.longitude - from.longitude, place.latitude - from.latitude];
  const turn = dx * py - dy * px;
  const most = CERTAIN * (Math.abs(dx) + Math.abs(dy) + Math.abs(px) + Math.abs(py)) + LEAST;
  return Math.abs(turn) > most ? Math.sign(turn) : exactSide(from, to, place);
}

function exactSide(from: Coordinates, to: Coordinates, place: Coordinates): number {
  const [x, y] = [decimalOf(from.longitude), decimalOf(from.latitude)];
  const turn =
    (decimalOf(to.longitude) - x) * (decimalOf(place.latitude) - y) -
    (decimalOf(to.latitude) - y) * (decimalOf(place.longitude) - x);
  return turn > 0n ? 1 : turn < 0n ? -1 : 0;
}

const isBetween = (value: number, one: number, other: number): boolean =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

/** Whether a place is on an edge, endpoints included. */
export const isOnEdge = (edge: Edge, place: Coordinates): boolean =>
  isBetween(place.longitude, edge[0].longitude, edge[1].longitude) &&
  isBetween(place.latitude, edge[0].latitude, edge[1].latitude) &&
  sideOf(edge, place) === 0;

/** Whether the ray from a place to the east crosses an edge. */
export function isCrossedEastOf(edge: Edge, place: Coordinates): boolean {
  const [from, to] = edge;
  if (from.latitude > place.latitude === to.latitude > place.latitude) return false;
  return sideOf(edge, place) > 0 === to.latitude > from.latitude;
}

/** Whether two edges share a point. */
export function doMeet(one: Edge, other: Edge): boolean {
  const [a, b] = one;
  const [c, d] = other;
  if (isApart(a.longitude, b.longitude, c.longitude, d.longitude)) return false;
  if (isApart(a.latitude, b.latitude, c.latitude, d.latitude)) return false;
  const [sideC, sideD] = [sideOf(one, c), sideOf(one, d)];
  const [sideA, sideB] = [sideOf(other, a), sideOf(other, b)];
  if (sideC * sideD < 0 && sideA * sideB < 0) return true;
  return isOnEdge(one, c) || isOnEdge(one, d) || isOnEdge(other, a) || isOnEdge(other, b);
}

const isApart = (a: number, b: number, c: number, d: number): boolean =>
  Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b);
