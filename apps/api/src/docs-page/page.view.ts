import { html, type Html } from './html.js';

/** The pages, by their path below the root of the service. */
export const PAGES = { docs: 'Reference', 'docs/types': 'Types', 'docs/errors': 'Errors' } as const;

export type PagePath = keyof typeof PAGES;

/** The addresses of the style sheet and the script, relative to the root of the service. */
export interface Assets {
  readonly style: string;
  readonly script: string;
}

/** A whole page. */
export interface Page {
  readonly path: PagePath;
  readonly title: string;
  /** Above the contents, on the side. */
  readonly navigation: Html;
  readonly main: Html;
}

/** Links are relative, because a proxy may add a path in front. */
export function pageHtml({ path, title, navigation, main }: Page, { style, script }: Assets): string {
  const root = path === 'docs' ? '' : '../';
  const links = Object.entries(PAGES).map(
    ([to, name]) => html`<a href="${root}${to}" ${to === path ? html` aria-current="page"` : undefined}>${name}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${root}${style}" />
        <script src="${root}${script}" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the contents</a>
        <header class="top">
          <p class="brand">Agency directory</p>
          <nav aria-label="Pages">${links}<a href="${root}api/v1/openapi.json">openapi.json</a></nav>
        </header>
        <div class="columns">
          <nav class="side" aria-label="Contents">
            <details class="contents" open>
              <summary>Contents</summary>
              ${navigation}
            </details>
          </nav>
          <main id="main" tabindex="-1">${main}</main>
        </div>
      </body>
    </html> `.text;
}
