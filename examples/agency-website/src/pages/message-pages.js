import { html } from 'hono/html';

/** @import { ProblemError } from 'agency-directory-client' */
/** @import { Page } from './layout.js' */

/** @param {string} title @param {readonly string[]} texts @returns {Page} */
const messagePage = (title, texts) => ({
  title,
  body: html`<h1>${title}</h1>
    ${texts.map((text) => html`<p>${text}</p>`)}
    <p><a href="/">All homes</a></p>`,
});

export const missingPage = () => messagePage('Not found', ['This page does not exist. The home may be sold or let.']);

/** The faults of a search, in the words of the directory. @param {ProblemError} problem */
export const refusalPage = ({ errors }) =>
  messagePage(
    'This search is not possible',
    errors.map((fault) => ('parameter' in fault ? `${fault.parameter} ${fault.message}` : fault.message)),
  );
