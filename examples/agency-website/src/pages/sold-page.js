import { html } from 'hono/html';
import { cardList, pageLinks } from './cards.js';

/** @import { PageOf } from './layout.js' */

/** What the agency sold, the latest first. @type {PageOf} */
export const soldPage = async (agency, request) => {
  const page = Number(request.query('page') ?? 1);
  const { data, total, totalPage } = await agency.cards({ status: 'sold', sort: 'sold-desc', page });
  const body = html`
    <h1>Recently sold</h1>
    <p>${total} homes that we have sold. A price is shown where its owners agree.</p>
    ${cardList(data)} ${pageLinks(page, totalPage, (other) => `/sold?page=${other}`)}
  `;
  return { title: 'Recently sold', body };
};
