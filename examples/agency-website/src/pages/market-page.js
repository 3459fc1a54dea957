import { html } from 'hono/html';
import { counted, dollars, kindOf } from '../words.js';
import { suggestingField, unknownPlace } from './fields.js';
import { icon } from './icons.js';

/** @import { AmountQuartiles, ListingGroupStatistics, PeriodStatistics } from 'agency-directory-client' */
/** @import { Agency } from '../agency.js' */
/** @import { PageOf } from './layout.js' */

/** "$912,500 (of 17)"; a dash if too few homes show an amount. @param {AmountQuartiles} [amounts] */
const median = (amounts) => (amounts ? html`${dollars(amounts.median)} <small>(of ${amounts.count})</small>` : '–');

/** "Q3 2026". @param {PeriodStatistics} quarter */
const nameOf = ({ from }) => `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${from.slice(0, 4)}`;

/** Fewer sales make no chart. */
const FEW = 3;

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 260, 8, 36];

/** Sales by quarter as bars, and their median price as a line. @param {readonly PeriodStatistics[]} quarters */
function chart(quarters) {
  const step = (WIDTH - 2 * LEFT) / quarters.length;
  const most = Math.max(1, ...quarters.map(({ sold }) => sold));
  const highest = Math.max(1, ...quarters.map(({ soldPrice }) => soldPrice?.median ?? 0));
  const ground = HEIGHT - BOTTOM;
  const bars = quarters.map((quarter, at) => ({
    quarter,
    x: LEFT + at * step,
    height: (0.55 * ground * quarter.sold) / most,
    y: quarter.soldPrice && ground * (1 - (0.85 * quarter.soldPrice.median) / highest),
  }));
  const points = bars.flatMap(({ x, y }) => (y === undefined ? [] : `${x + step / 2},${y}`));
  return html`<figure class="chart" tabindex="0">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label="Sales and their median price by quarter; the table below has the numbers"
    >
      ${bars.map(
        ({ quarter, x, height }) =>
          html`<rect x="${x + step * 0.2}" y="${ground - height}" width="${step * 0.6}" height="${height}">
              <title>${nameOf(quarter)}: ${quarter.sold} sold</title>
            </rect>
            <text x="${x + step / 2}" y="${ground - 6}" class="count">${quarter.sold || ''}</text>
            <text x="${x + step / 2}" y="${HEIGHT - 12}">${nameOf(quarter)}</text>`,
      )}
      <polyline points="${points.join(' ')}" />
      ${bars.map(
        ({ quarter: { soldPrice }, x, y }) =>
          soldPrice &&
          html`<circle cx="${x + step / 2}" cy="${y}" r="4" />
            <text x="${x + step / 2}" y="${Number(y) - 10}">${dollars(soldPrice.median)}</text>`,
      )}
    </svg>
    <figcaption>Bars: homes sold. Line: their median price, where at least three sales show one.</figcaption>
  </figure>`;
}

/** @param {PeriodStatistics} quarter */
const quarterRow = (quarter) => {
  const { listed, sold, soldPrice, daysOnMarket: days, auctions } = quarter;
  const outcomes = auctions.sold + auctions.passedIn + auctions.withdrawn;
  return html`<tr>
    <th scope="row">${nameOf(quarter)}</th>
    <td>${listed}</td>
    <td>${sold}</td>
    <td>${median(soldPrice)}</td>
    <td>${days ? html`${Math.round(days.median)} <small>(of ${days.count})</small>` : '–'}</td>
    <td>${auctions.clearance === undefined ? '–' : html`${auctions.clearance} % <small>(of ${outcomes})</small>`}</td>
  </tr>`;
};

/** @param {ListingGroupStatistics} group */
const categoryRow = ({ category = '', current, series: [before, now] }) =>
  html`<tr>
    <th scope="row">${kindOf(category)}</th>
    <td>${current.count}</td>
    <td>${median(current.price)}</td>
    <td>${median(current.rent)}</td>
    <td>${now?.sold}</td>
    <td>${median(now?.soldPrice)}</td>
    <td>${median(before?.soldPrice)}</td>
  </tr>`;

/** @param {string} label @param {readonly string[]} heads @param {unknown} rows */
const table = (label, heads, rows) =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

/** @param {readonly PeriodStatistics[]} series */
const quarterTable = (series) =>
  table(
    'By quarter',
    ['Quarter', 'Listed', 'Sold', 'Median price', 'Days on market', 'Clearance'],
    series.toReversed().map(quarterRow),
  );

/** The numbers of a place: now, by quarter and by kind of home. @param {Awaited<ReturnType<Agency['market']>>} market @param {string} name of the agency @param {string} [place] */
export const marketNumbers = ({ quarters: { current, series }, categories }, name, place) => {
  const year = series.at(-1)?.from.slice(0, 4);
  const sales = series.reduce((sum, { sold }) => sum + sold, 0);
  const known = categories.filter(
    ({ current: { count }, series: years }) => count > 0 || years.some(({ sold }) => sold > 0),
  );
  const now = [
    current.new > 0 && `${current.new} new in the last 7 days`,
    current.reduced > 0 && `${current.reduced} with a reduced price`,
    current.underOffer > 0 && `${current.underOffer} under offer`,
  ].filter(Boolean);
  return html`<p>
      <strong>${counted(current.count, 'home')} on the market</strong>${now.length > 0 && `: ${now.join(', ')}`}.
      ${current.price && html`Median asking price ${median(current.price)}.`}
      ${current.rent && html`Median rent ${median(current.rent)} a week.`}
    </p>
    ${sales >= FEW ? html`${chart(series)} ${quarterTable(series)}` : html`<p>${counted(sales, 'sale')} in two years: too few for a chart.</p>`}
    ${
      known.length > 0 &&
      html`<h2>By kind of home</h2>
        ${table(
          'By kind of home',
          [
            'Kind',
            'On the market',
            'Asking price',
            'Weekly rent',
            `Sold in ${year}`,
            `Price in ${year}`,
            `Price in ${Number(year) - 1}`,
          ],
          known.map(categoryRow),
        )}`
    }
    <details>
      <summary>How we count</summary>
      <p>
        Prices, rents and days are medians; the number of homes they are made of stands in brackets, and fewer than
        three have none.
        ${place && `Homes on the market are those of all agencies in the directory; all others are those of ${name}.`}
        Listed: homes offered for the first time or anew; those that were on offer before their agency joined the
        directory are left out. Days on market: from the first day to the sale. Rents are weekly, without holiday homes.
        Clearance: sales in per cent of the auctions with a known result. Prices that owners do not show, and
        placeholders, are in no number.
      </p>
    </details>`;
};

/** The numbers of a postcode or region, or of the agency; a suburb has its own page. @type {PageOf} */
export const marketPage = async (agency, request) => {
  const typed = (request.query('place') ?? '').trim();
  const [{ name }, place] = await Promise.all([agency.profile(), agency.placeOf(typed)]);
  if (place?.type === 'suburb') return new URL(`/suburbs/${place.slug}`, request.url);
  const fault = typed && !place ? await unknownPlace(agency, typed) : '';
  const title = place ? `The market in ${place.text}` : 'Our sales and prices';
  const body = html`<h1>${title}</h1>
    <form class="search" role="search">
      ${suggestingField({ name: 'place', label: 'Suburb, postcode or region', placeholder: 'A suburb', value: typed, fault })}
      <button>${icon('search')} Show</button>
    </form>
    ${fault ? '' : marketNumbers(await agency.market(place), name, place?.text)}
    <p><a href="/suburbs">All suburbs in which we have homes</a></p>`;
  const path = place ? `/market?${new URLSearchParams({ place: place.text })}` : '/market';
  return { title, description: `${title}: homes, sales, median prices and days on the market.`, path, body };
};
