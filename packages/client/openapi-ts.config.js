import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
// The generated reader of streams repeats refused requests for ever; `followChanges` reads pages.
delete document.paths['/api/v1/changes/stream'];

/** The operations and types of the OpenAPI document, with a fetch client: the package needs nothing at run time. */
export default {
  input: document,
  output: {
    path: process.env.OUTPUT ?? fileURLToPath(new URL('src/generated', import.meta.url)),
    entryFile: false,
    module: { extension: '.js' },
  },
  // Bodies have schemas of their own: no second type of everything without its read-only fields.
  parser: { transforms: { readWrite: false } },
  logs: { file: false, level: 'error' },
  plugins: [
    { name: '@hey-api/client-fetch', baseUrl: false, throwOnError: true },
    { name: '@hey-api/typescript' },
    // Keys are headers of every request. A call without a client is an error of types.
    { name: '@hey-api/sdk', auth: false, client: false },
  ],
};
