import { serve } from '@hono/node-server';
import { createSite } from './site.js';

const { DIRECTORY_URL = 'http://localhost:3000', ACCESS_KEY = '', SECRET_KEY = '', PORT = '4000' } = process.env;

const site = createSite({ baseUrl: DIRECTORY_URL, accessKey: ACCESS_KEY, secretKey: SECRET_KEY });
serve({ fetch: site.fetch, port: Number(PORT) }, ({ port }) => console.log(`http://localhost:${port}`));
