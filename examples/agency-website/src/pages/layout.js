import { html } from 'hono/html';
import { OFFERS } from '../search.js';
import { logoOf } from '../theme.js';
import { icon } from './icons.js';

/** @import { AccountRead } from 'agency-directory-client' */
/** @import { HonoRequest } from 'hono' */
/** @import { Agency } from '../agency.js' */
/** @import { Ask } from './enquiry-form.js' */
/** @typedef {ReturnType<typeof html>} Markup */
/**
 * The parts of a page in the layout: `description` and `image` are for previews of links, `data` is for search engines, `path`
 * is the one address of the page.
 * @typedef {{ title: string, body: Markup, description?: string, image?: string, data?: Markup, path?: string, status?: 400 | 503 }} Page
 */
/**
 * Builds a page, a path to go to, or the text of a file; undefined if there is no such page.
 * @typedef {(agency: Agency, request: HonoRequest, ask: Ask) => Promise<Page | URL | string | undefined>} PageOf
 */
/** @typedef {{ style: string, script: string, sharePicture: string }} Files the paths of the files of every page */

const LINKS = {
  '/buy': 'Buy',
  '/rent': 'Rent',
  '/sold': 'Sold',
  '/open-homes': 'Open homes',
  '/appraisal': 'Sell',
  '/market': 'Market',
  '/find-an-agent': 'Find an agent',
  '/about': 'About',
};

/** Networks that show links show no drawings. @param {string} url */
const isPhoto = (url) => url !== '' && !/\.svg(\?|$)/i.test(url);

/** @param {AccountRead} agency @param {string} path @param {Page} page @param {Files} files @param {boolean} hasSaved whether visitors can save searches */
export const layout = (agency, path, page, { style, script, sharePicture }, hasSaved) => {
  const { title, body, description = agency.about, image = '', data } = page;
  const canonical = agency.link + (page.path ?? path);
  const { phone, email } = agency.contacts;
  const privacy = agency.integrations.privacyPolicyLink;
  return html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} | ${agency.name}</title>
        <meta name="description" content="${description.slice(0, 160)}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description.slice(0, 160)}" />
        <meta property="og:image" content="${isPhoto(image) ? image : agency.link + sharePicture}" />
        <meta property="og:url" content="${canonical}" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="${agency.name}" />
        <link rel="canonical" href="${canonical}" />
        <link rel="icon" href="${agency.favicon}" />
        <link rel="stylesheet" href="${style}" />
        <script src="${script}" type="module"></script>
        ${data}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <a class="logo" href="/"><img src="${logoOf(agency)}" alt="${agency.name}" height="40" /></a>
          <button class="menu" popovertarget="menu">${icon('menu')} Menu</button>
          <nav id="menu" popover aria-label="Pages">
            ${Object.entries(hasSaved ? { ...LINKS, '/saved': 'Saved' } : LINKS).map(
              ([href, text]) => html`<a href="${href}" ${href === path ? html`aria-current="page"` : ''}>${text}</a>`,
            )}
          </nav>
        </header>
        <main id="main">${body}</main>
        <footer>
          <div>
            <strong>${agency.name}</strong><br />
            ${agency.address.fullAddress}<br />
            ${phone.office && html`<a href="tel:${phone.office}">${phone.office}</a><br />`}
            ${email.office && html`<a href="mailto:${email.office}">${email.office}</a>`}
          </div>
          <nav aria-label="Homes">
            ${Object.entries(OFFERS).map(([href, { name }]) => html`<a href="${href}">${name}</a>`)}
            <a href="/suburbs">Suburbs</a>
          </nav>
          <nav aria-label="Agency">
            <a href="/agents">Our people</a> <a href="/appraisal">What is my home worth?</a>
            ${privacy && html`<a href="${privacy}">Privacy</a>`}
          </nav>
        </footer>
      </body>
    </html>`;
};
