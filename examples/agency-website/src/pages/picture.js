import { html } from 'hono/html';

/** Neutral drawings, in a square with sides of 24. */
const DRAWINGS = {
  home: 'M5 11.5V19h14v-7.5M3 13l9-8 9 8M10 19v-5h4v5',
  person: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8M4 20a8 6 0 0 1 16 0',
};

/** The picture beside the text about a home or person, or a drawing if there is none. @param {keyof typeof DRAWINGS} kind @param {string} url @param {'eager' | 'lazy'} [loading] */
export const picture = (kind, url, loading = 'eager') => {
  const [width, height] = kind === 'home' ? [400, 300] : [200, 200];
  return url
    ? html`<img src="${url}" alt="" width="${width}" height="${height}" loading="${loading}" />`
    : html`<svg class="no-picture" viewBox="-18 -18 60 60" width="${width}" height="${height}" aria-hidden="true">
        <path d="${DRAWINGS[kind]}" />
      </svg>`;
};
