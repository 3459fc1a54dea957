/** @import { ListingCluster } from 'agency-directory-client' */
/** @typedef {readonly [x: number, y: number]} Point in picture or world coordinates */

/** The side of the picture, in pixels. */
export const SIZE = 420;
const MARGIN = 40;
/** The size of a tile at a zoom of the directory, and the number of cluster cells along its side. */
const [TILE, CELLS] = [256, 4];
/** Half of a pin, in pixels. */
const [PIN_X, PIN_Y] = [32, 22];
/** The picture covers at least about two kilometres. */
const NARROWEST = 0.02 / 360;
/** The first picture shows at least this share of the homes, because a few are far away. */
const MOST = 0.8;

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.max(least, Math.min(most, value));

/** Web Mercator: the world is a square with sides of 1. @param {number} lng @param {number} lat @returns {Point} */
const project = (lng, lat) => [(lng + 180) / 360, 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)];

/** @param {number} x @param {number} y @returns {[lng: number, lat: number]} */
const unproject = (x, y) => [
  within(x, 0, 1) * 360 - 180,
  (Math.atan(Math.sinh((0.5 - within(y, 0, 1)) * 2 * Math.PI)) * 180) / Math.PI,
];

/** The rectangle around most homes. The largest clusters come first. @param {readonly ListingCluster[]} clusters */
export function boxOfMost(clusters) {
  let rest = MOST * clusters.reduce((sum, { count }) => sum + count, 0);
  const boxes = clusters.filter(({ count }) => (rest -= count) > -count).map(({ bbox }) => bbox);
  const [west, south] = [boxes.map((box) => box[0]), boxes.map((box) => box[1])];
  const [east, north] = [boxes.map((box) => box[2]), boxes.map((box) => box[3])];
  return [Math.min(...west), Math.min(...south), Math.max(...east), Math.max(...north)];
}

/** A square map around a rectangle. */
export class HomesMap {
  /** @param {readonly number[]} box west, south, east, north @param {number} [margin] of the picture, in pixels */
  constructor([west = 0, south = 0, east = 0, north = 0], margin = MARGIN) {
    const [[left, top], [right, bottom]] = [project(west, north), project(east, south)];
    this.scale = (SIZE - 2 * margin) / Math.max(right - left, bottom - top, NARROWEST);
    // Position and size of the picture in the world, in pixels.
    this.left = ((left + right) / 2) * this.scale - SIZE / 2;
    this.top = ((top + bottom) / 2) * this.scale - SIZE / 2;
    /** The parameter `zoom` of clusters: their cells are 64 to 128 pixels wide here. */
    this.zoom = within(Math.floor(Math.log2(this.scale / TILE)), 0, 20);
  }

  /** The position of a place in the picture. @param {number} lng @param {number} lat @returns {Point} */
  place(lng, lat) {
    const [x, y] = project(lng, lat);
    return [Math.round(x * this.scale - this.left), Math.round(y * this.scale - this.top)];
  }

  /** Longitude and latitude of a point of the picture. @param {Point} point */
  position([x, y]) {
    return unproject((x + this.left) / this.scale, (y + this.top) / this.scale);
  }

  /** The position of a cluster's pin, far enough from the edges of its cell that pins do not overlap. @param {ListingCluster} cluster @returns {Point} */
  pinOf({ longitude, latitude }) {
    const [x, y] = this.place(Number(longitude), Number(latitude));
    const side = this.scale / CELLS / 2 ** this.zoom;
    const inCell = (/** @type {number} */ at, /** @type {number} */ edge, /** @type {number} */ half) => {
      const start = Math.floor((at + edge) / side) * side - edge;
      return Math.round(within(at, start + half, start + side - half));
    };
    return [inCell(x, this.left, PIN_X), inCell(y, this.top, PIN_Y)];
  }

  /** The parameter `bbox` of a rectangle in the picture or beyond it. @param {Point} leftTop @param {Point} rightBottom */
  bbox(leftTop, rightBottom) {
    const [west, north] = this.position(leftTop);
    const [east, south] = this.position(rightBottom);
    return [west, south, east, north].map((degrees) => degrees.toFixed(5)).join();
  }
}
