import { html } from 'hono/html';
import { logoOf } from '../theme.js';

/** @import { AccountRead } from 'agency-directory-client' */
/** @import { HonoRequest } from 'hono' */
/** @import { Agency } from '../agency.js' */
/** @typedef {ReturnType<typeof html>} Markup */
/**
 * The parts of a page in the layout: `description` and `image` are for previews of links, `data` is for search engines.
 * @typedef {{ title: string, body: Markup, description?: string, image?: string, data?: Markup }} Page
 */
/**
 * Builds a page or the text of a file; undefined if there is no such page.
 * @typedef {(agency: Agency, request: HonoRequest) => Promise<Page | string | undefined>} PageOf
 */

const LINKS = {
  '/': 'Homes',
  '/open-homes': 'Open homes',
  '/sold': 'Sold',
  '/market': 'Market',
  '/appraisal': 'Appraisals',
  '/find-an-agent': 'Find an agent',
  '/agents': 'People',
  '/about': 'About',
};

/** @param {AccountRead} agency @param {string} path @param {Page} page @param {boolean} hasSaved whether the visitor has saved searches */
export const layout = (agency, path, { title, body, description = agency.about, image, data }, hasSaved) =>
  html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} | ${agency.name}</title>
        <meta name="description" content="${description}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:image" content="${image || agency.logo.light}" />
        <meta property="og:url" content="${agency.link + path}" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="${agency.name}" />
        <link rel="canonical" href="${agency.link + path}" />
        <link rel="icon" href="${agency.favicon}" />
        <link rel="stylesheet" href="/theme.css" />
        <link rel="stylesheet" href="/public/site.css" />
        ${data}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="logo" href="/"><img src="${logoOf(agency)}" alt="${agency.name}" height="40" /></a>
          <nav aria-label="Pages">
            ${Object.entries(hasSaved ? { ...LINKS, '/saved': 'Saved' } : LINKS).map(
              ([href, text]) => html`<a href="${href}" ${href === path ? html`aria-current="page"` : ''}>${text}</a>`,
            )}
          </nav>
        </header>
        <main id="main">${body}</main>
        <footer>
          <p>
            <strong>${agency.name}</strong><br />
            ${agency.address.fullAddress}<br />
            <a href="tel:${agency.contacts.phone.office}">${agency.contacts.phone.office}</a>,
            <a href="mailto:${agency.contacts.email.office}">${agency.contacts.email.office}</a>
          </p>
          ${[agency.integrations.privacyPolicyLink].filter(Boolean).map((link) => html`<p><a href="${link}">Privacy</a></p>`)}
        </footer>
      </body>
    </html>`;
