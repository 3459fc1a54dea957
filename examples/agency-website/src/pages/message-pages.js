import { html } from 'hono/html';

/** @import { Page } from './layout.js' */

/** @param {string} title @param {readonly string[]} texts @returns {Page} */
const messagePage = (title, texts) => ({
  title,
  body: html`<h1>${title}</h1>
    ${texts.map((text) => html`<p>${text}</p>`)}
    <p><a class="button" href="/buy">Homes for sale</a> <a class="button quiet" href="/rent">Homes for rent</a></p>`,
});

export const missingPage = () =>
  messagePage('Page not found', ['This page does not exist. The home may be sold or leased.']);

/** A request that cannot be answered, for example with the page "x" of a list. */
export const refusalPage = () =>
  messagePage('That did not work', ['The address of this page has a part that we do not understand.']);

/** A message that cannot be sent now, which the visitor can copy. @param {string} message @returns {Page} */
export const unsentPage = (message) => ({
  ...messagePage('Your message could not be sent', [
    'Please go back and send it again in a minute, or call us.',
    message,
  ]),
  status: 503,
});
