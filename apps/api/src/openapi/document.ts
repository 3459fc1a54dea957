import { HEADERS, FixedBody, KEY_PAIR, LINK } from '@app/http';
import { release } from '@app/process';
import { componentExamples, componentSchemas } from '@app/schema';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { describeErrors } from './errors.js';
import { describeOperations } from './operations.js';
import { problemSchemas } from './problem.schema.js';
import { shareParameters } from './shared-parameters.js';

const DESCRIPTION = `
A directory of real-estate agencies: their websites (accounts), agents, listings and properties, and the suburbs of Australia.

**Credentials.** Every request to \`/api/v1/...\` has the headers \`x-access-key\` and \`x-secret-key\`. The scope of a
pair limits its use: \`full\` reads and writes, \`read\` only reads, and \`public\`, for browsers and apps, reads only public data.
Calendars and \`/export/listings.xml\` also accept the query parameter \`link\` in place of the headers.

**Lists** are filtered by query parameters; an item has to match all of them. \`page\` and \`limit\` select a page. A
parameter that an operation does not have is an error (400), also for writes. Values are trimmed, and an empty value counts as absent. Where several values may be given,
separated by commas, an item has to match one of them; duplicates have no effect. "Not case-sensitive" means that upper and lower case
letters are equal. The values of enums are not case-sensitive in queries.

**Data.** Times are ISO 8601 in UTC with milliseconds. Lengths of texts count characters. Patterns mean
the same to ECMA-262, Python and Java; the service also checks each \`format\`, which may be stricter than the pattern. Texts that were never given are empty; numbers and times that were never given are absent.

**Updates** may repeat read-only fields with their current values. The ETag of an answer names the version of the resource: with
\`If-Match\` an update is made only if the resource still has this version.

**Compression.** Answers of 1 kB and more are compressed as \`Accept-Encoding\` asks for, by \`br\` or \`gzip\`, unless they have a secret.

**Errors** are \`application/problem+json\` (RFC 9457). Their \`code\` is stable.

**Other paths.** \`/v1/...\` answers exactly like \`/api/v1/...\`. For accounts it is \`/v1/accounts\` and \`/v1/accounts/{id}\`.
`.trim();

const TAGS: Record<string, string> = {
  accounts: 'Agencies and their websites',
  credentials: 'Key pairs of accounts. An account has several at a time, each with a scope and an optional end',
  agents: 'The staff of the agencies',
  suburbs: 'Reference data: suburbs, postcodes, regions and areas of Australia. Read-only',
  listings: 'Properties for sale or rent, now or in the past. Read-only: listings are imported from feeds and bundles',
  inspections: 'Times at which listings are open to visitors or auctioned. Read-only',
  searches: 'Saved searches of website visitors, and the listings that match them. Only for the agency',
  properties: 'Physical addresses with their listings. Read-only',
  exports: 'Whole lists as files, to keep a copy. Read-only',
  changes: 'Changes of the directory, to keep a copy up to date. Read-only',
  feeds: 'Imports of the feed files that agencies send. Read-only',
  hooks: 'Messages to the systems of an agency when its listings change',
  enquiries: 'Questions of visitors about listings, and to agents and agencies. Only for the agency',
  audit: 'The audit log: every write and its author. Read-only',
  auth: 'The credential of the request',
  health: 'State of the service, for the platform that runs it',
};

/** The API contract as OpenAPI 3.1: operations from the controllers, schemas from the declared fields. */
export function makeDocument(
  app: INestApplication,
  { version }: { readonly version: string } = release,
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Agency directory')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .addServer('/', 'This service')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-access-key', description: 'Public part of the credential.' },
      'accessKey',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-secret-key', description: 'Secret part of the credential.' },
      'secretKey',
    )
    .addApiKey(
      { type: 'apiKey', in: 'query', name: LINK, description: 'A credential of the scope `link`, without headers.' },
      LINK,
    )
    .build();
  const document = SwaggerModule.createDocument(app, config);
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  document.security = [KEY_PAIR];
  const examples = componentExamples();
  describeOperations(document, examples);
  document.components = inOrder({
    ...document.components,
    schemas: { ...componentSchemas(), ...problemSchemas },
    responses: describeErrors(document),
    headers: HEADERS,
    parameters: shareParameters(document),
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  });
  return document;
}

type Components = NonNullable<OpenAPIObject['components']>;

/** Sorts the components by name; otherwise the order of imports would change the document. */
const inOrder = (components: Components): Components =>
  Object.fromEntries(
    Object.entries(components).map(([section, parts]) => {
      const named = Object.entries(parts as object).sort(([one], [other]) => (one < other ? -1 : 1));
      return [section, Object.fromEntries(named)];
    }),
  );

const DOCUMENT = '/api/v1/openapi.json';

/** Serves `/api/v1/openapi.json` without credentials. */
export function serveDocument(app: NestExpressApplication, publicUrl = '/'): void {
  const document = () => ({ ...makeDocument(app), servers: [{ url: publicUrl, description: 'This service' }] });
  // The alias module sees only the routes of Nest.
  app.use('/v1/openapi.json', (_: Request, response: Response) => response.redirect(308, `..${DOCUMENT}`));
  let body: FixedBody | undefined;
  const server: Express = app.getHttpAdapter().getInstance();
  server.get(DOCUMENT, (_: Request, response: Response) => {
    body ??= new FixedBody('application/json; charset=utf-8', JSON.stringify(document()));
    return body.send(response);
  });
}
