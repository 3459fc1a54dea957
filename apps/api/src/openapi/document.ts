import { componentSchemas } from '@app/schema';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { describeConditionalReads } from './conditional-reads.js';
import { describeErrors } from './errors.js';
import { describeLimitHeaders } from './limit-headers.js';
import { problemSchemas } from './problem.schema.js';
import { shareParameters } from './shared-parameters.js';
import { describeExamples } from './whole-examples.js';

const DESCRIPTION = `
Agencies' websites (accounts), their agents, the suburbs of Australia, listings and properties.

Every request carries \`x-access-key\` and \`x-secret-key\`. Lists are filtered by query parameters and paged by \`page\` and
\`limit\`; an unknown parameter is an error. Parameters are trimmed, an empty one is not given, the words of a closed set
are taken in any case, and duplicates of comma-separated values are one. Patterns are ECMA-262 with the flag \`u\`, and
lengths count characters. Bodies of updates may hold read-only fields that repeat their values. Errors are \`application/problem+json\` (RFC 9457) with a stable \`code\`.

The overview forms \`/v1/accounts\`, \`/v1/accounts/{id}\`, \`/v1/agents...\`, \`/v1/suburbs...\`, \`/v1/listings...\` and
\`/v1/properties...\` answer exactly like the paths below (accounts: \`/api/v1/websites\`, creates \`/api/v1/accounts\`).
`.trim();

const TAGS: Record<string, string> = {
  accounts: 'Agency websites',
  agents: 'The people of accounts',
  suburbs: 'The reference of suburbs',
  listings: 'Property listings, read-only',
  properties: 'Physical addresses, read-only',
  feeds: 'What became of the files that agencies sent',
  auth: 'The credential of the request',
  health: 'For the platform that runs the service',
};

/** The contract as OpenAPI 3.1: operations from the controllers, schemas from the declared fields. */
export function makeDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Agency directory')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/', 'This service')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-access-key', description: 'Identifies' }, 'accessKey')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-secret-key', description: 'Proves' }, 'secretKey')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  document.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  document.security = [{ accessKey: [], secretKey: [] }];
  document.components = { ...document.components, schemas: { ...componentSchemas(), ...problemSchemas } };
  describeErrors(document);
  describeConditionalReads(document);
  describeLimitHeaders(document);
  shareParameters(document);
  describeExamples(document);
  return document;
}
