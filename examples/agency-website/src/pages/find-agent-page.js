import { html } from 'hono/html';
import { Search } from '../search.js';
import { counted, dollars } from '../words.js';
import { pageLinks } from './cards.js';
import { select, suggestingField, unknownPlace } from './fields.js';
import { icon } from './icons.js';
import { picture } from './picture.js';

/** @import { ListedAgent, ListingCounts } from 'agency-directory-client' */
/** @import { Agency } from '../agency.js' */
/** @import { PageOf } from './layout.js' */

const SORTS = /** @type {const} */ ([
  ['sales-desc', 'Most sales'],
  ['listings-desc', 'Most homes'],
]);

/** "12 for sale, 31 sold in the last 12 months" and the median; without zeros, as only own sales are public. @param {Partial<ListingCounts>} [counts] */
export const countsOf = ({ sale, rent, sold12Months: sold, leased12Months: leased, medianSoldPrice: median } = {}) => {
  const past = [sold && `${sold} sold`, leased && `${leased} leased`].filter(Boolean).join(' and ');
  const texts = [sale && `${sale} for sale`, rent && `${rent} for rent`, past && `${past} in the last 12 months`];
  const lines = [texts.filter(Boolean).join(', '), median && `Median sold price ${dollars(median)}`];
  return lines.filter(Boolean).map((line) => html`<p>${line}</p>`);
};

/** @param {ListedAgent} agent @param {number} websiteID of the site, whose people have a page */
const agentCard = ({ slug, name, profileImage, positions, telephone: [phone], website, listingCounts }, websiteID) =>
  html`<li>
    ${picture('person', profileImage, 'lazy')}
    <div>
      <strong>${website.websiteID === websiteID ? html`<a href="/agents/${slug}">${name}</a>` : name}</strong>
      <small>${[...positions, website.name].join(', ')}</small>
      ${countsOf(listingCounts)} ${phone && html`<a href="tel:${phone.number}">${icon('phone')} ${phone.number}</a>`}
    </div>
  </li>`;

/** The reason for no agents: the place is unknown, or has no homes. @param {Agency} agency @param {string} place @param {string} [surrounding] */
const faultOf = async (agency, place, surrounding) =>
  (await agency.placeOf(place))
    ? `No agent lists a home in ${place}.${surrounding ? '' : ' Try it with the surrounding suburbs.'}`
    : unknownPlace(agency, place);

/** Agents with homes in a place; without a place, the agency's own people. @type {PageOf} */
export const findAgentPage = async (agency, { url }) => {
  const search = new Search(url);
  const { listsIn: place, surroundingsuburb, sort } = search.given;
  const { websiteID, name } = await agency.profile();
  const { data, total, totalPage } = await agency.findAgents(search.agents);
  const fault = place && total === 0 ? await faultOf(agency, place, surroundingsuburb) : '';
  const where = place ? `with homes in ${place}${surroundingsuburb ? ' and surrounding suburbs' : ''}` : `of ${name}`;
  const body = html`<h1>Find an agent</h1>
    <form class="search" role="search">
      ${suggestingField({ name: 'listsIn', label: 'Suburb or postcode', placeholder: 'A suburb', value: place, fault })}
      <label class="check">
        <input type="checkbox" name="surroundingsuburb" value="true" ${surroundingsuburb && 'checked'} /> Include
        surrounding suburbs
      </label>
      ${select('sort', 'Sort by', SORTS, sort)}
      <button>${icon('search')} Search</button>
    </form>
    ${total > 0 && html`<p>${counted(total, 'agent')} ${where}. Sold and leased homes are counted for ${name} only.</p>`}
    <ul class="agents">
      ${data.map((agent) => agentCard(agent, websiteID))}
    </ul>
    ${pageLinks(search.page, totalPage, (page) => search.path({ page }))}`;
  const title = place && total > 0 ? `Agents in ${place}` : 'Find an agent';
  const path = place ? `/find-an-agent?${new URLSearchParams({ listsIn: place })}` : undefined;
  return {
    title,
    path,
    description: `${counted(total, 'agent')} ${where}: homes on the market, sales and telephone numbers.`,
    body,
  };
};
