import { html } from 'hono/html';
import { icon } from './icons.js';

/** @import { Listing } from 'agency-directory-client' */

/** @param {string} act @param {Parameters<typeof icon>[0]} name @param {string} label */
const button = (act, name, label) =>
  html`<button type="button" data-act="${act}" aria-label="${label}" title="${label}">${icon(name)}</button>`;

/** A row of pictures that scrolls by touch or keys, with buttons by the script; homes without pictures have none. @param {Listing} listing */
export const gallery = ({ images, documents, address }) => {
  const plans = documents.filter(({ type }) => type === 'floorplan');
  const pictures = [
    ...images.map((image) => ({ ...image, isPlan: false })),
    ...plans.map((plan) => ({ ...plan, isPlan: true })),
  ];
  if (pictures.length === 0) return '';
  const first = pictures.findIndex(({ isPlan }) => isPlan);
  return html`<section class="gallery" aria-label="Pictures of ${address.fullSuburb}">
    <div class="pictures" tabindex="0" role="group" aria-label="Pictures, scroll for more">
      ${pictures.map(
        ({ url, isPlan }, at) =>
          html`<figure ${at === first && 'id="floor-plan"'} ${isPlan && html`class="plan"`}>
            <img
              src="${url}"
              alt="${isPlan ? 'Floor plan' : `Picture ${at + 1} of ${images.length}`}"
              width="800"
              height="600"
              loading="${at > 2 ? 'lazy' : 'eager'}"
            />
          </figure>`,
      )}
    </div>
    <p class="gallery-bar">
      <span class="count">${icon('photo')} <span data-count>${images.length}</span></span>
      ${first >= 0 && html`<a href="#floor-plan" data-plan="${first}">${icon('plan')} Floor plan</a>`}
      <span class="buttons" hidden>
        ${button('back', 'back', 'Previous picture')} ${button('next', 'next', 'Next picture')}
        ${button('full', 'full', 'Full screen')}
      </span>
    </p>
  </section>`;
};
