import { html, type Html } from '../html.js';
import type { Guide } from './render-guide.js';

/** The guides, closed until one is opened or a link leads into it. */
export const guidesHtml = (guides: readonly Guide[]): Html =>
  html`<section class="guides" aria-labelledby="guides">
    <h2 id="guides">Guides</h2>
    ${guides.map(
      ({ id, title, summary, body }) =>
        html`<details class="guide" id="${id}">
          <summary>
            <h3>${title}</h3>
            <span>${summary}</span>
          </summary>
          <div class="body">${body}</div>
        </details>`,
    )}
  </section>`;

/** Links to all guides. */
export const guideList = (guides: readonly Guide[]): Html =>
  html`<h2>Start</h2>
    <ul>
      <li><a href="#start">First request</a></li>
    </ul>
    <h2>Guides</h2>
    <ul>
      ${guides.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
    </ul>`;
