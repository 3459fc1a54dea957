import { html } from 'hono/html';
import { closedText } from '../badges.js';
import { boxOfMost, HomesMap, SIZE } from '../map.js';

/** @import { ListingCard, ListingCluster, SuburbFeature } from 'agency-directory-client' */
/** @import { Agency } from '../agency.js' */
/** @import { Point } from '../map.js' */
/** @import { Search } from '../search.js' */

/** Whether a pin or a name fits into the picture at a point. @param {Point} point */
const isInside = ([x, y]) => Math.min(x, SIZE - x) > 34 && Math.min(y, SIZE - y) > 14;

/** The suburb names that fit beside pins and other names. @param {HomesMap} map @param {readonly SuburbFeature[]} suburbs @param {readonly { point: Point }[]} pins */
function namesBeside(map, suburbs, pins) {
  /** @type {{ name: string, point: Point }[]} */
  const names = [];
  for (const { geometry, properties } of suburbs) {
    const point = map.place(...(geometry?.coordinates ?? [0, 0]));
    const isFree = [...pins, ...names].every(
      ({ point: [x, y] }) => Math.abs(x - point[0]) > 96 || Math.abs(y - point[1]) > 28,
    );
    if (isFree && isInside(point)) names.push({ point, name: properties.suburb });
  }
  return names;
}

/** A price short enough for a pin: $1.25m, $650. @param {string} price */
export function shortPrice(price) {
  const dollars = Number(/\$([\d,]+)/.exec(price)?.[1]?.replaceAll(',', '') ?? 0);
  if (dollars === 0) return 'Home';
  const notation = dollars < 10_000 ? 'standard' : 'compact';
  return `$${dollars.toLocaleString('en-AU', { notation, maximumFractionDigits: 2 }).toLowerCase()}`;
}

/** The text about a pin at the centre of a suburb. @param {ListingCard} home */
const placeText = ({ locationAccuracy }) => (locationAccuracy === 'suburb' ? 'somewhere in the suburb' : '');

/** A pin, which links to its home or to the map around its homes. @param {Point} point @param {ListingCluster} cluster @param {string} path */
const pin = ([x, y], { count, listing: home }, path) =>
  home
    ? html`<a
        class="pin ${[closedText(home) && 'taken', placeText(home) && 'approximate'].filter(Boolean).join(' ')}"
        href="${home.slug}"
        aria-label="${[home.address, shortPrice(home.price), closedText(home), placeText(home)].filter(Boolean).join(', ')}"
      >
        <title>${[home.address, closedText(home), placeText(home)].filter(Boolean).join(', ')}</title>
        <rect x="${x - 31}" y="${y - 14}" width="62" height="28" rx="14" />
        <text x="${x}" y="${y}">${shortPrice(home.price)}</text>
      </a>`
    : html`<a class="pin" href="${path}" aria-label="${count} homes">
        <circle cx="${x}" cy="${y}" r="20" /><text x="${x}" y="${y}">${count}</text>
      </a>`;

/** A map of the homes that a search finds, in its rectangle or around most of them. Its pins are links and need no script. @param {Agency} agency @param {Search} search */
export async function homesMap(agency, search) {
  const { bbox } = search.given;
  const overview = bbox ? [] : await agency.clusters(search.filters);
  if (!bbox && overview.length === 0) return '';
  const map = bbox ? new HomesMap(bbox.split(',').map(Number), 0) : new HomesMap(boxOfMost(overview));
  const [clusters, suburbs] = await Promise.all([
    agency.clusters(search.filters, map.zoom),
    agency.suburbsOnMap(map.bbox([0, 0], [SIZE, SIZE])),
  ]);
  const placed = clusters.map((cluster) => ({ cluster, point: map.pinOf(cluster) }));
  const pins = placed.filter(({ point }) => isInside(point));
  const pathOf = (/** @type {ListingCluster} */ { bbox: [west, south, east, north] }) => {
    const [[left, top], [right, bottom]] = [map.place(west, north), map.place(east, south)];
    return search.path({ bbox: map.bbox([left - 8, top - 8], [right + 8, bottom + 8]) });
  };
  return html`<section class="map" aria-label="Map">
    <svg viewBox="0 0 ${SIZE} ${SIZE}">
      ${namesBeside(map, suburbs, pins).map(({ name, point: [x, y] }) => html`<text x="${x}" y="${y}">${name}</text>`)}
      ${pins.map(({ cluster, point }) => pin(point, cluster, pathOf(cluster)))}
    </svg>
    <a href="${search.path({ bbox: map.bbox([-SIZE / 2, -SIZE / 2], [1.5 * SIZE, 1.5 * SIZE]) })}">Zoom out</a>
    <a href="${search.path({ bbox: undefined })}">Whole map</a>
  </section>`;
}
