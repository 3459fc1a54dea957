import { html } from 'hono/html';
import { cardList, pageLinks } from './cards.js';

/** @import { HonoRequest } from 'hono' */
/** @import { Agency } from '../agency.js' */
/** @import { Page } from './layout.js' */

/** What the agency sold, the latest first. @param {Agency} agency @param {HonoRequest} request @returns {Promise<Page>} */
export async function soldPage(agency, request) {
  const page = Number(request.query('page') ?? 1);
  const { data, total, totalPage } = await agency.cards({ status: 'sold', sort: 'sold-desc', page });
  const body = html`
    <h1>Recently sold</h1>
    <p>${total} homes that we have sold. A price is shown where its owners agree.</p>
    ${cardList(data)} ${pageLinks(page, totalPage, (other) => `/sold?page=${other}`)}
  `;
  return { title: 'Recently sold', body };
}
