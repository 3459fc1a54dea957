import { hash } from 'node:crypto';
import { ERRORS_PATH, FixedBody } from '@app/http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express, NextFunction, Request, Response } from 'express';
import formsScript from './browser/forms.js?raw';
import guidesStyle from './browser/guides.css?raw';
import pageStyle from './browser/page.css?raw';
import referenceStyle from './browser/reference.css?raw';
import pageScript from './browser/page.js?raw';
import { guideList } from './guides/guides.view.js';
import { renderGuides, requestName } from './guides/guides.js';
import { operationsByTag } from './operations.view.js';
import { html } from './html.js';
import { errorList, errorsHtml, pageHtml, type DocsPage, operationList, referenceHtml } from './page.view.js';
import { searchIndex } from './search-index.js';
import { typeList, typesHtml } from './types.view.js';

const DOCS = '/docs';

/**
 * Users type keys into the page, so it may run only its own script and call only this service, and no page may frame
 * it.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

const addressOf = (name: string, kind: string, text: string): string =>
  `docs/${name}.${hash('sha1', text, 'hex').slice(0, 10)}.${kind}`;

const style = pageStyle + referenceStyle + guidesStyle;
const script = pageScript + formsScript;
const ASSETS = { style: addressOf('docs', 'css', style), script: addressOf('docs', 'js', script) };

/** Serves `/docs` with the pages of types and errors, without credentials. `/` redirects to it (ADR 35). */
export function serveDocs(app: NestExpressApplication, makeDocument: () => OpenAPIObject, publicUrl = ''): void {
  const server: Express = app.getHttpAdapter().getInstance();
  server.use(DOCS, (_: Request, response: Response, next: NextFunction) => {
    response.set(HEADERS);
    next();
  });
  server.get('/', (request: Request, response: Response) => {
    const isPerson = request.accepts(['json', 'html']) === 'html';
    response.vary('Accept').redirect(302, isPerson ? DOCS.slice(1) : 'api/v1/openapi.json');
  });
  const document = once(makeDocument);
  const guides = once(() => renderGuides(operationNames(document())));
  servePage(server, DOCS, () => ({
    path: 'docs',
    title: 'Agency directory API',
    navigation: html`${guideList(guides())}${operationList(document())}`,
    main: referenceHtml(document(), guides(), publicUrl),
  }));
  servePage(server, `${DOCS}/types`, () => ({
    path: 'docs/types',
    title: 'Types',
    navigation: typeList(document()),
    main: typesHtml(document()),
  }));
  servePage(server, ERRORS_PATH, () => ({
    path: 'docs/errors',
    title: 'Errors',
    navigation: errorList(),
    main: errorsHtml(),
  }));
  serveFixed(server, `${DOCS}/search.json`, 'application/json', () =>
    JSON.stringify(searchIndex(document(), guides())),
  );
  serveAsset(server, ASSETS.style, 'text/css', style);
  serveAsset(server, ASSETS.script, 'text/javascript', script);
}

/** The ids of the operations by the names that guides give them. */
const operationNames = (document: OpenAPIObject): ReadonlyMap<string, string> =>
  new Map(
    [...operationsByTag(document).values()].flat().flatMap(({ id, method, path }) => [
      [id, id],
      [requestName(`${method.toUpperCase()} ${path}`) ?? id, id],
    ]),
  );

const servePage = (server: Express, path: string, make: () => DocsPage): void =>
  serveFixed(server, path, 'text/html', () => pageHtml(make(), ASSETS));

/** Serves a text. It is made at the first request, because the document needs all controllers. */
function serveFixed(server: Express, path: string, type: string, make: () => string): void {
  const body = once(() => new FixedBody(`${type}; charset=utf-8`, make()));
  server.get(path, (request: Request, response: Response) => {
    // The links of a page are relative to its address without a trailing slash.
    if (request.path.endsWith('/')) return response.redirect(308, `../${path.split('/').at(-1)}`);
    response.set('Cache-Control', 'no-cache');
    return body().send(response);
  });
}

/** Serves a file whose address contains a hash of its contents, so that clients may cache it for ever. */
function serveAsset(server: Express, address: string, type: string, text: string): void {
  const body = new FixedBody(`${type}; charset=utf-8`, text);
  server.get(`/${address}`, (_: Request, response: Response) => {
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    return body.send(response);
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
