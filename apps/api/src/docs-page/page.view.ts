import { html, type Html, prose, paragraphs, textOf } from './html.js';
import { STATUS_CODES } from 'node:http';
import { problemAdvice, problems } from '@app/http';
import { problemExample } from '../openapi/problem.schema.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Guide } from './guides/render-guide.js';
import { guidesHtml } from './guides/guides.view.js';
import { operationHtml, operationsByTag } from './operations.view.js';
import { startHtml } from './start.view.js';

// Its keys.
const KINDS = Object.entries(problems) as [keyof typeof problems, (typeof problems)[keyof typeof problems]][];

/** The error catalogue. The `type` of each problem is the URL of its entry (B50). */
export const errorsHtml = (): Html =>
  html`<h1>Errors</h1>
    <p>
      Every error is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is stable, its
      <code>type</code> is the URL of an entry below, and <code>requestId</code> finds the request in the log of the
      service. With one fault, <code>detail</code> is that fault; with several, <code>errors</code> lists them.
    </p>
    ${KINDS.map(([name, problem]) => entry(problem, problemAdvice[name]))}`;

const entry = (
  problem: (typeof problems)[keyof typeof problems],
  { meaning, remedy }: (typeof problemAdvice)[keyof typeof problems],
): Html =>
  html`<section class="entry" id="${problem.code}">
    <h2>${problem.code}</h2>
    <p class="status">${problem.status} ${STATUS_CODES[problem.status]}: ${problem.title}</p>
    <dl>
      <dt>Meaning</dt>
      <dd>${prose(meaning)}</dd>
      <dt>What to do</dt>
      <dd>${prose(remedy)}</dd>
    </dl>
    <pre tabindex="0" aria-label="Example of ${problem.code}">
${textOf(JSON.stringify(problemExample(problem), null, 2))}</pre>
  </section> `;

/** Links to all errors. */
export const errorList = (): Html =>
  html`<ul>
    ${KINDS.map(
      ([, { code, status }]) =>
        html`<li>
          <a href="#${code}">${code} <small>${status}</small></a>
        </li>`,
    )}
  </ul>`;

/** The first words, the guides, and all operations with their forms. */
export function referenceHtml(document: OpenAPIObject, guides: readonly Guide[], server: string): Html {
  const tags = [...operationsByTag(document)].filter(([, operations]) => operations.length > 0);
  const words = new Map((document.tags ?? []).map(({ name, description = '' }) => [name, description]));
  return html`${startHtml(server, tags.flatMap(([, operations]) => operations).length)}${guidesHtml(guides)}
    <h2 id="operations-title">Operations</h2>
    <details class="intro">
      <summary>Conventions</summary>
      ${paragraphs(document.info.description ?? '')}
    </details>
    <noscript><p>Forms and code need JavaScript; the descriptions do not.</p></noscript>
    <div id="operations" data-server="${server}">
      ${tags.map(
        ([tag, operations]) =>
          html`<section class="tag" aria-labelledby="tag-${tag}">
            <h2 id="tag-${tag}">${tag}</h2>
            <p>${prose(words.get(tag) ?? '')}.</p>
            ${operations.map((operation) => operationHtml(document, operation))}
          </section>`,
      )}
    </div>`;
}

/** Links to all operations. */
export const operationList = (document: OpenAPIObject): Html =>
  html`${[...operationsByTag(document)].map(([tag, operations]) =>
    operations.length === 0
      ? html``
      : html`<h2>${tag}</h2>
          <ul>
            ${operations.map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>`)}
          </ul>`,
  )}`;

/** The pages by their path below the root of the service. */
export const PAGES = { docs: 'Reference', 'docs/types': 'Types', 'docs/errors': 'Errors' } as const;

export type PagePath = keyof typeof PAGES;

/** URLs of the style sheet and the script, relative to the root of the service. */
export interface Assets {
  readonly style: string;
  readonly script: string;
}

/** A page with its navigation. */
export interface DocsPage {
  readonly path: PagePath;
  readonly title: string;
  /** The content of the side bar, above the table of contents. */
  readonly navigation: Html;
  readonly main: Html;
}

/** Renders a page. Its links are relative, because a proxy may add a path in front. */
export function pageHtml({ path, title, navigation, main }: DocsPage, { style, script }: Assets): string {
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
          <search class="search" hidden>
            <input type="search" aria-label="Search" placeholder="Search" autocomplete="off" spellcheck="false" />
            <kbd aria-hidden="true">/</kbd>
            <p role="status" class="unseen"></p>
            <ul></ul>
          </search>
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
