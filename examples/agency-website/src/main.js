import { serve } from '@hono/node-server';
import { createSite } from './site.js';

const { DIRECTORY_URL: baseUrl = 'http://localhost:3000', PORT = '4000', ADDRESS_HEADER } = process.env;
const { ACCESS_KEY: accessKey = '', SECRET_KEY: secretKey = '' } = process.env;
const { BROWSER_ACCESS_KEY = '', BROWSER_SECRET_KEY = '' } = process.env;

const site = createSite({
  server: { baseUrl, accessKey, secretKey },
  browsers: { baseUrl, accessKey: BROWSER_ACCESS_KEY, secretKey: BROWSER_SECRET_KEY },
  ...(ADDRESS_HEADER && { addressHeader: ADDRESS_HEADER }),
});
serve({ fetch: site.fetch, port: Number(PORT) }, ({ port }) => console.log(`http://localhost:${port}`));
