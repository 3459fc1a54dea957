import { html } from 'hono/html';
import { counted, dollars, kindOf } from '../words.js';

/** @import { ListingGroupStatistics } from 'agency-directory-client' */
/** @import { Agency, ListingsQuery } from '../agency.js' */

/** @param {{ median: number }} [price] @param {{ median: number }} [rent] */
const medians = (price, rent) => [
  price && `median ${dollars(price.median)}`,
  rent && `median ${dollars(rent.median)} a week`,
];

/** The figures for a kind of home: now, this year and last year. @param {ListingGroupStatistics} group */
const lines = ({ current: { count, price, rent }, series }) => [
  [`Now: ${count} offered`, ...medians(price, rent)],
  ...series.toReversed().map((year) => {
    const [sold, days] = [year.sold > 0 || year.leased === 0, year.daysOnMarket?.median];
    return [
      `${year.from.slice(0, 4)}: ${sold ? `${year.sold} sold` : `${year.leased} let`}`,
      ...medians(year.soldPrice, year.rent),
      days && `${counted(Math.round(days), 'day')} on the market`,
    ];
  }),
];

/** Market figures for a search, for the kinds of homes with enough prices. @param {Agency} agency @param {ListingsQuery} filters */
export async function marketNumbers(agency, filters) {
  const kinds = (await agency.numbers(filters)).map((group) => ({ ...group, lines: lines(group) }));
  const known = kinds.filter((kind) => kind.lines.flat().some((text) => text && text.startsWith('median')));
  if (known.length === 0) return '';
  return html`<section class="numbers">
    <h2>Our homes in numbers</h2>
    <dl>
      ${known.map(
        (kind) =>
          html`<div>
            <dt>${kindOf(kind.listingType ?? '')}</dt>
            ${kind.lines.map((texts) => html`<dd>${texts.filter(Boolean).join(', ')}</dd>`)}
          </div>`,
      )}
    </dl>
  </section>`;
}
