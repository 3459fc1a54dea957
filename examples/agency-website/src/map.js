import { html } from 'hono/html';

/** @import { ListingCard, SuburbFeature } from 'agency-directory-client' */
/** @typedef {{ readonly lng: number, readonly lat: number }} Coordinates */
/** @typedef {{ readonly x: number, readonly y: number }} Point */
/** @typedef {{ readonly left: number, readonly right: number, readonly top: number, readonly bottom: number }} Box */
/** @typedef {Point & { readonly bbox: string, readonly homes: readonly ListingCard[] }} Pin */

/** Of the picture, in pixels. */
const [SIZE, MARGIN] = [640, 48];
/** Homes of one cell of the picture share a pin. */
const CELL = 72;
/** A side of the picture is some 250 metres at least. */
const NARROWEST = 0.0025 / 360;

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

/** The box around points; a share of them at each side may be outside of it. @param {readonly Point[]} points @returns {Box} */
function boxAround(points, share = 0) {
  const [xs, ys] = [points.map(({ x }) => x).sort(ascending), points.map(({ y }) => y).sort(ascending)];
  const [first, last] = [Math.floor(points.length * share), Math.ceil(points.length * (1 - share)) - 1];
  return { left: xs[first] ?? 0, right: xs[last] ?? 0, top: ys[first] ?? 0, bottom: ys[last] ?? 0 };
}

/** @param {number} one @param {number} other */
const ascending = (one, other) => one - other;

/** A square map of homes: around most of them, or of a rectangle that was chosen. */
export class HomesMap {
  /** @param {readonly ListingCard[]} cards @param {string} [bbox] as the parameter of the directory */
  constructor(cards, bbox) {
    this.homes = cards.filter(({ latitude, longitude }) => latitude && longitude);
    this.isEmpty = this.homes.length === 0 && !bbox;
    const [west = 0, south = 0, east = 0, north = 0] = bbox?.split(',').map(Number) ?? [];
    const corners = [project({ lng: west, lat: south }), project({ lng: east, lat: north })];
    const box = bbox ? boxAround(corners) : boxAround(this.homes.map(coordinatesOf).map(project), 0.04);
    const width = Math.max(box.right - box.left, box.bottom - box.top, NARROWEST);
    this.scale = (SIZE - (bbox ? 0 : 2 * MARGIN)) / width;
    this.left = (box.left + box.right) / 2 - SIZE / 2 / this.scale;
    this.top = (box.top + box.bottom) / 2 - SIZE / 2 / this.scale;
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

  /** The pins of the homes in the picture. @returns {Pin[]} */
  get pins() {
    const placed = this.homes.map((home) => ({ home, ...this.place(coordinatesOf(home)) })).filter(isInside);
    /** @type {Map<string, typeof placed>} */
    const cells = new Map();
    for (const each of placed) {
      const cell = `${Math.floor(each.x / CELL)} ${Math.floor(each.y / CELL)}`;
      cells.set(cell, [...(cells.get(cell) ?? []), each]);
    }
    return [...cells.values()].map((cell) => {
      const { left, right, top, bottom } = boxAround(cell);
      const bbox = this.bbox({ left: left - 8, right: right + 8, top: top - 8, bottom: bottom + 8 });
      return { x: (left + right) / 2, y: (top + bottom) / 2, bbox, homes: cell.map(({ home }) => home) };
    });
  }

  /** The names of suburbs that have room beside pins and other names. @param {readonly SuburbFeature[]} suburbs */
  names(suburbs) {
    /** @type {(Point & { name: string })[]} */
    const names = [];
    for (const { geometry, properties } of suburbs) {
      const [lng = 0, lat = 0] = geometry?.coordinates ?? [];
      const point = this.place({ lng, lat });
      const isFree = [...names, ...this.pins].every(
        ({ x, y }) => Math.abs(x - point.x) > 96 || Math.abs(y - point.y) > 28,
      );
      if (isFree && isInside(point)) names.push({ ...point, name: properties.suburb });
    }
    return names;
  }
}

/** @param {ListingCard} home @returns {Coordinates} */
const coordinatesOf = ({ longitude, latitude }) => ({ lng: Number(longitude), lat: Number(latitude) });

/** Whether the picture has room for a pin or a name. @param {Point} point */
const isInside = ({ x, y }) => [x, SIZE - x].every((room) => room > 34) && [y, SIZE - y].every((room) => room > 14);

/** A price that fits a pin: $1.25m, $650. @param {string} price */
export function shortPrice(price) {
  const dollars = Number(/\$([\d,]+)/.exec(price)?.[1]?.replaceAll(',', '') ?? 0);
  if (dollars === 0) return 'Home';
  const notation = dollars < 10_000 ? 'standard' : 'compact';
  return `$${dollars.toLocaleString('en-AU', { notation, maximumFractionDigits: 2 }).toLowerCase()}`;
}

/** @param {Pin} pin @param {(bbox: string) => string} pathOf */
const pinPicture = ({ x, y, bbox, homes: [home, ...more] }, pathOf) =>
  more.length > 0
    ? html`<a class="pin" href="${pathOf(bbox)}" aria-label="${more.length + 1} homes">
        <circle cx="${x}" cy="${y}" r="22" /><text x="${x}" y="${y}">${more.length + 1}</text>
      </a>`
    : html`<a class="pin" href="${home?.slug}" aria-label="${home?.address} ${home?.price}">
        <rect x="${x - 34}" y="${y - 14}" width="68" height="28" rx="14" />
        <text x="${x}" y="${y}">${shortPrice(home?.price ?? '')}</text>
      </a>`;

/**
 * The map as a picture of links: it works without a script.
 * @param {HomesMap} map
 * @param {readonly SuburbFeature[]} suburbs
 * @param {(bbox?: string) => string} pathOf the path of the search in a rectangle, or everywhere
 */
export const mapPicture = (map, suburbs, pathOf) => html`
  <section class="map" aria-label="Map">
    <svg viewBox="0 0 ${SIZE} ${SIZE}">
      ${map.names(suburbs).map(({ x, y, name }) => html`<text x="${x}" y="${y}">${name}</text>`)}
      ${map.pins.map((pin) => pinPicture(pin, pathOf))}
    </svg>
    <a href="${pathOf(map.bbox({ left: -SIZE / 2, right: 1.5 * SIZE, top: -SIZE / 2, bottom: 1.5 * SIZE }))}"
      >Zoom out</a
    >
    <a href="${pathOf()}">Whole map</a>
  </section>
`;
