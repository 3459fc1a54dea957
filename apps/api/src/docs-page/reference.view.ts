import type { OpenAPIObject } from '@nestjs/swagger';
import { html, paragraphs, prose, type Html } from './html.js';
import { operationHtml, operationsByTag } from './operations.view.js';

/** The keys, which the script has in memory. They stand outside any form: a browser offers to store the inputs of a form. */
const KEYS = html`<section class="keys" aria-labelledby="keys">
  <h2 id="keys">Your keys</h2>
  <div class="inputs">
    <div class="input">
      <label for="access-key">x-access-key</label
      ><input id="access-key" autocomplete="off" spellcheck="false" autocapitalize="none" />
    </div>
    <div class="input">
      <label for="secret-key">x-secret-key</label><input id="secret-key" type="password" autocomplete="off" />
    </div>
  </div>
  <p>
    They are sent with each request and shown in the code. The page stores them nowhere: closing or reloading it forgets
    them.
  </p>
</section>`;

/** Every operation with its form. */
export function referenceHtml(document: OpenAPIObject, server: string): Html {
  const tags = [...operationsByTag(document)].filter(([, operations]) => operations.length > 0);
  const words = new Map((document.tags ?? []).map(({ name, description = '' }) => [name, description]));
  return html`<h1>${document.info.title}</h1>
    <details class="intro">
      <summary>Conventions</summary>
      ${paragraphs(document.info.description ?? '')}
    </details>
    ${KEYS}
    <div class="find">
      <label for="find">Find an operation</label><input id="find" type="search" autocomplete="off" />
      <p role="status"></p>
    </div>
    <div id="operations" data-server="${server}">
      ${tags.map(
        ([tag, operations]) =>
          html`<section class="tag" aria-labelledby="tag-${tag}">
            <h2 id="tag-${tag}">${tag}</h2>
            <p>${prose(words.get(tag) ?? '')}.</p>
            ${operations.map((operation) => operationHtml(document, operation))}
          </section>`,
      )}
    </div>
    <noscript><p>Forms and code need JavaScript; the descriptions do not.</p></noscript>`;
}

/** The links to all operations. */
export const operationList = (document: OpenAPIObject): Html =>
  html`${[...operationsByTag(document)].map(([tag, operations]) =>
    operations.length === 0
      ? html``
      : html`<h2>${tag}</h2>
          <ul>
            ${operations.map(({ id, operation }) => html`<li><a href="#${id}">${operation.summary}</a></li>`)}
          </ul>`,
  )}`;
