import { html } from 'hono/html';

/** @import { ListingCluster, SuburbFeature } from 'agency-directory-client' */
/** @typedef {{ readonly lng: number, readonly lat: number }} Coordinates */
/** @typedef {{ readonly x: number, readonly y: number }} Point */
/** @typedef {{ readonly left: number, readonly right: number, readonly top: number, readonly bottom: number }} Box */

/** Of the picture, in pixels. */
const [SIZE, MARGIN] = [640, 48];
/** The width of the world at zoom 0, in pixels. */
const TILE = 256;
/** A side of the picture is some 250 metres at least. */
const NARROWEST = 0.0025 / 360;
/** The share of homes that the first picture shows: a few are far away. */
const MOST = 0.92;

/** Web Mercator: the world is a square with sides of 1. @param {Coordinates} of @returns {Point} */
const project = ({ lng, lat }) => ({
  x: (lng + 180) / 360,
  y: 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI),
});

/** @param {Point} of @returns {Coordinates} */
const unproject = ({ x, y }) => ({
  lng: x * 360 - 180,
  lat: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI,
});

/** The rectangle around most homes, which are in the fullest clusters: these come first. @param {readonly ListingCluster[]} clusters */
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
    const [left, right] = [project({ lng: west, lat: north }), project({ lng: east, lat: south })];
    const width = Math.max(right.x - left.x, right.y - left.y, NARROWEST);
    this.scale = (SIZE - 2 * margin) / width;
    this.left = (left.x + right.x) / 2 - SIZE / 2 / this.scale;
    this.top = (left.y + right.y) / 2 - SIZE / 2 / this.scale;
  }

  /** The parameter `zoom` of clusters: their cells are 64 to 128 pixels wide here. */
  get zoom() {
    return Math.min(Math.max(Math.floor(Math.log2(this.scale / TILE)), 0), 20);
  }

  /** Where the picture shows a place. @param {Coordinates} of @returns {Point} */
  place(of) {
    const { x, y } = project(of);
    return { x: Math.round((x - this.left) * this.scale), y: Math.round((y - this.top) * this.scale) };
  }

  /** The parameter `bbox` of a part of the picture, or of more than it. @param {Box} [part] */
  bbox({ left, right, top, bottom } = { left: 0, right: SIZE, top: 0, bottom: SIZE }) {
    const [southWest, northEast] = [
      { x: left, y: bottom },
      { x: right, y: top },
    ].map(({ x, y }) => unproject({ x: this.left + x / this.scale, y: this.top + y / this.scale }));
    const degrees = [southWest?.lng, southWest?.lat, northEast?.lng, northEast?.lat];
    return degrees.map((value) => value?.toFixed(5)).join();
  }

  /** The clusters in the picture. @param {readonly ListingCluster[]} clusters */
  pins(clusters) {
    const pins = clusters.map((pin) => ({ ...pin, ...this.place({ lng: +pin.longitude, lat: +pin.latitude }) }));
    return pins.filter(isInside);
  }

  /** The parameter `bbox` of a cluster, with some room around it. @param {ListingCluster} cluster */
  bboxOf({ bbox: [west, south, east, north] }) {
    const { x: left, y: top } = this.place({ lng: west, lat: north });
    const { x: right, y: bottom } = this.place({ lng: east, lat: south });
    return this.bbox({ left: left - 8, right: right + 8, top: top - 8, bottom: bottom + 8 });
  }

  /** The names of suburbs that have room beside pins and other names. @param {readonly SuburbFeature[]} suburbs @param {readonly Point[]} pins */
  names(suburbs, pins) {
    /** @type {(Point & { name: string })[]} */
    const names = [];
    for (const { geometry, properties } of suburbs) {
      const [lng = 0, lat = 0] = geometry?.coordinates ?? [];
      const point = this.place({ lng, lat });
      const isFree = [...names, ...pins].every(({ x, y }) => Math.abs(x - point.x) > 96 || Math.abs(y - point.y) > 28);
      if (isFree && isInside(point)) names.push({ ...point, name: properties.suburb });
    }
    return names;
  }
}

/** Whether the picture has room for a pin or a name. @param {Point} point */
const isInside = ({ x, y }) => [x, SIZE - x].every((room) => room > 34) && [y, SIZE - y].every((room) => room > 14);

/** A price that fits a pin: $1.25m, $650. @param {string} price */
export function shortPrice(price) {
  const dollars = Number(/\$([\d,]+)/.exec(price)?.[1]?.replaceAll(',', '') ?? 0);
  if (dollars === 0) return 'Home';
  const notation = dollars < 10_000 ? 'standard' : 'compact';
  return `$${dollars.toLocaleString('en-AU', { notation, maximumFractionDigits: 2 }).toLowerCase()}`;
}

/** A pin leads to its home, or to the map around its homes. @param {ListingCluster & Point} pin @param {string} path */
const pinPicture = ({ x, y, count, listing: home }, path) =>
  home
    ? html`<a class="pin" href="${home.slug}" aria-label="${home.address} ${home.price}">
        <rect x="${x - 34}" y="${y - 14}" width="68" height="28" rx="14" />
        <text x="${x}" y="${y}">${shortPrice(home.price)}</text>
      </a>`
    : html`<a class="pin" href="${path}" aria-label="${count} homes">
        <circle cx="${x}" cy="${y}" r="22" /><text x="${x}" y="${y}">${count}</text>
      </a>`;

/**
 * The map as a picture of links: it works without a script.
 * @param {HomesMap} map
 * @param {readonly ListingCluster[]} clusters
 * @param {readonly SuburbFeature[]} suburbs
 * @param {(bbox?: string) => string} pathOf the path of the search in a rectangle, or everywhere
 */
export function mapPicture(map, clusters, suburbs, pathOf) {
  const pins = map.pins(clusters);
  const wider = map.bbox({ left: -SIZE / 2, right: 1.5 * SIZE, top: -SIZE / 2, bottom: 1.5 * SIZE });
  return html`
    <section class="map" aria-label="Map">
      <svg viewBox="0 0 ${SIZE} ${SIZE}">
        ${map.names(suburbs, pins).map(({ x, y, name }) => html`<text x="${x}" y="${y}">${name}</text>`)}
        ${pins.map((pin) => pinPicture(pin, pathOf(map.bboxOf(pin))))}
      </svg>
      <a href="${pathOf(wider)}">Zoom out</a> <a href="${pathOf()}">Whole map</a>
    </section>
  `;
}
