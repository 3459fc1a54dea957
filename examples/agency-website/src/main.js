import { serve } from '@hono/node-server';
import { createSite } from './site.js';

const { DIRECTORY_URL = 'http://localhost:3000', ACCESS_KEY = '', SECRET_KEY = '', PORT = '4000' } = process.env;

const access = { baseUrl: DIRECTORY_URL, accessKey: ACCESS_KEY, secretKey: SECRET_KEY };
const { FULL_ACCESS_KEY: accessKey, FULL_SECRET_KEY: secretKey, ADDRESS_HEADER, CALENDAR_LINK } = process.env;
const fullKeys = accessKey && secretKey ? { accessKey, secretKey } : undefined;
const site = createSite(access, ADDRESS_HEADER, fullKeys, CALENDAR_LINK);
serve({ fetch: site.fetch, port: Number(PORT) }, ({ port }) => console.log(`http://localhost:${port}`));
