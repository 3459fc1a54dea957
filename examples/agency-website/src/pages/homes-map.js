import { Delaunay } from 'd3-delaunay';
import { html } from 'hono/html';
import { closedText } from '../badges.js';
import { boxOfMost, HomesMap, SIZE } from '../map.js';
import { shortPrice } from '../words.js';

/** @import { ListingCard, ListingCluster, SuburbFeature } from 'agency-directory-client' */
/** @import { Agency } from '../agency.js' */
/** @import { Point } from '../map.js' */
/** @import { Search } from '../search.js' */
/** @typedef {{ point: Point, href?: string, text: string, label: string, style: string }} Pin */

/** Whether a pin or a name fits into the picture at a point. @param {Point} point */
const isInside = ([x, y]) => Math.min(x, SIZE - x) > 34 && Math.min(y, SIZE - y) > 16;

/** The ground: the area around each suburb's centre, and the names that fit beside pins and other names. @param {HomesMap} map @param {readonly SuburbFeature[]} suburbs @param {readonly Pin[]} pins */
function ground(map, suburbs, pins) {
  const places = suburbs.map(({ geometry, properties: { suburb: name } }) => ({
    name,
    point: map.place(...(geometry?.coordinates ?? [0, 0])),
  }));
  const areas = Delaunay.from(
    places,
    ({ point }) => point[0],
    ({ point }) => point[1],
  ).voronoi([0, 0, SIZE, SIZE]);
  /** @type {typeof places} */
  const names = [];
  for (const { name, point } of places) {
    const half = name.length * 3.5;
    const isFree = [...pins.map((pin) => ({ point: pin.point, name: '12345678' })), ...names].every(
      ({ point: [x, y], name: other }) =>
        Math.abs(x - point[0]) > half + other.length * 3.5 || Math.abs(y - point[1]) > 26,
    );
    if (isFree && Math.min(point[0], SIZE - point[0]) > half && isInside([SIZE / 2, point[1]]))
      names.push({ name, point });
  }
  return html`${places.map(({ name }, at) => html`<path class="area" d="${areas.renderCell(at)}"><title>${name}</title></path>`)}
  ${names.map(({ name, point: [x, y] }) => html`<text x="${x}" y="${y}">${name}</text>`)}`;
}

/** The suburbs of a map; near the ground, also those around it, whose areas reach into it. @param {Agency} agency @param {HomesMap} map */
const suburbsAround = (agency, map) => {
  const beyond = map.zoom >= 11 ? SIZE : 0;
  return agency.suburbsOnMap(map.bbox([-beyond, -beyond], [SIZE + beyond, SIZE + beyond]));
};

/** The text about a pin at the centre of a suburb. @param {ListingCard} home */
const placeText = ({ locationAccuracy }) => (locationAccuracy === 'suburb' ? 'somewhere in the suburb' : '');

/** @param {ListingCard} home @param {Point} point @returns {Pin} */
const homePin = (home, point) => ({
  point,
  href: home.slug,
  text: shortPrice(home.price),
  label: [home.address, shortPrice(home.price), closedText(home), placeText(home)].filter(Boolean).join(', '),
  style: ['pin', closedText(home) && 'taken', placeText(home) && 'approximate'].filter(Boolean).join(' '),
});

/** @param {Pin} pin */
const drawn = ({ point: [x, y], href, text, label, style }) =>
  html`<a class="${style}" href="${href}" aria-label="${label}">
    <title>${label}</title>
    ${/^\d+$/.test(text) ? html`<circle cx="${x}" cy="${y}" r="16" />` : html`<rect x="${x - 30}" y="${y - 15}" width="60" height="30" rx="15" />`}
    <text x="${x}" y="${y}">${text}</text>
  </a>`;

/** The drawing, which the script replaces by streets if the site has a style of a map. @param {Agency} agency @param {HomesMap} map @param {readonly SuburbFeature[]} suburbs @param {readonly Pin[]} pins */
const picture = ({ mapStyle }, map, suburbs, pins) => {
  const streets = mapStyle && {
    style: mapStyle,
    bounds: map.bbox([0, 0], [SIZE, SIZE]).split(',').map(Number),
    pins: pins.map(({ point, ...pin }) => ({ ...pin, at: map.position(point) })),
  };
  return html`<div class="ground" ${streets && html`data-streets="${JSON.stringify(streets)}"`}>
    <svg viewBox="0 0 ${SIZE} ${SIZE}">${ground(map, suburbs, pins)} ${pins.map(drawn)}</svg>
  </div>`;
};

/** A map of the homes that a search finds, in its rectangle or around most of them. Its pins are links and need no script. @param {Agency} agency @param {Search} search */
export async function homesMap(agency, search) {
  const { bbox } = search.given;
  const overview = bbox ? [] : await agency.clusters(search.filters);
  if (!bbox && overview.length === 0) return '';
  const map = bbox ? new HomesMap(bbox.split(',').map(Number), 0) : new HomesMap(boxOfMost(overview));
  const [clusters, suburbs] = await Promise.all([
    agency.clusters(search.filters, map.zoom),
    suburbsAround(agency, map),
  ]);
  const pathOf = (/** @type {ListingCluster} */ { bbox: [west, south, east, north] }) => {
    const [[left, top], [right, bottom]] = [map.place(west, north), map.place(east, south)];
    return search.path({ bbox: map.bbox([left - 8, top - 8], [right + 8, bottom + 8]) });
  };
  const pins = clusters.flatMap((cluster) => {
    const [point, { count, listing: home }] = [map.pinOf(cluster), cluster];
    if (!isInside(point)) return [];
    return [
      home
        ? homePin(home, point)
        : { point, href: pathOf(cluster), text: String(count), label: `${count} homes`, style: 'pin' },
    ];
  });
  return html`<section class="map" aria-label="Map">
    ${picture(agency, map, suburbs, pins)}
    <p>
      <a href="${search.path({ bbox: map.bbox([-SIZE / 2, -SIZE / 2], [1.5 * SIZE, 1.5 * SIZE]) })}">Zoom out</a>
      ${bbox && html`<a href="${search.path({ bbox: undefined })}">Whole map</a>`}
      ${!agency.mapStyle && html`<small>Areas are around the centres of suburbs.</small>`}
    </p>
  </section>`;
}

/** A map around a home; without a place, none. @param {Agency} agency @param {ListingCard} home */
export async function homeMap(agency, home) {
  if (home.latitude === '') return '';
  const [lat, lng] = [Number(home.latitude), Number(home.longitude)];
  const map = new HomesMap([lng - 0.02, lat - 0.02, lng + 0.02, lat + 0.02], 0);
  const suburbs = await suburbsAround(agency, map);
  return html`<section class="map" aria-label="Map">
    <h2>Where it is</h2>
    ${picture(agency, map, suburbs, [{ ...homePin(home, map.place(lng, lat)), href: undefined }])}
    <p>${placeText(home) && 'The pin is at the centre of the suburb.'}</p>
  </section>`;
}
