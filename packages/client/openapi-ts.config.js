import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The operations and types of the OpenAPI document, with a fetch client: the package needs nothing at run time. */
export default {
  input: pathOf('../../docs/openapi.json'),
  output: { path: process.env.OUTPUT ?? pathOf('src/generated'), entryFile: false, module: { extension: '.js' } },
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
