import { html } from 'hono/html';

/** @import { Page } from './layout.js' */

/** A page that says why there is no other. @param {string} title @param {readonly string[]} texts @returns {Page} */
export const messagePage = (title, ...texts) => ({
  title,
  body: html`<h1>${title}</h1>
    ${texts.map((text) => html`<p>${text}</p>`)}
    <p><a href="/">All homes</a></p>`,
});
