import { serve } from '@hono/node-server';
import { readIdentity, createClient, ProblemError } from 'agency-directory-client';
import { createSite } from './site.js';

const {
  DIRECTORY_URL: baseUrl = 'http://localhost:3000',
  ACCESS_KEY: accessKey = '',
  SECRET_KEY: secretKey = '',
  PORT = '4000',
} = process.env;
const {
  FULL_ACCESS_KEY,
  FULL_SECRET_KEY,
  ADDRESS_HEADER: addressHeader,
  CALENDAR_LINK: link,
  MAP_STYLE_URL: mapStyle,
} = process.env;

const ADDRESS = /^https?:\/\/[^\s/]/;

/** Ends the start with one line. @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

/** The start needs the directory and its keys, and says which of them is wrong. @param {string} access @param {string} secret @param {string} scope @param {string} names of the variables */
async function check(access, secret, scope, names) {
  const client = createClient({ baseUrl, accessKey: access, secretKey: secret, retry: { attempts: 1, maxWaitMs: 0 } });
  try {
    const { data } = await readIdentity({ client });
    if (data.scope !== scope) stop(`${names}: the pair has the scope "${data.scope}", the site needs "${scope}".`);
  } catch (error) {
    if (!(error instanceof ProblemError) || ![401, 403].includes(error.status))
      stop(`DIRECTORY_URL: the directory does not answer at ${baseUrl} (${reasonOf(error)}).`);
    stop(`${names}: the directory at ${baseUrl} refuses the pair. ${error.detail}`);
  }
}

/** @param {unknown} error @returns {string} */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

if (!ADDRESS.test(baseUrl)) stop(`DIRECTORY_URL: "${baseUrl}" is not an address.`);
if (mapStyle && !ADDRESS.test(mapStyle)) stop(`MAP_STYLE_URL: "${mapStyle}" is not an address.`);
if (link && !/^adk_\w+\.ads_\w+$/.test(link)) stop('CALENDAR_LINK: a link is like adk_....ads_....');
if (!FULL_ACCESS_KEY !== !FULL_SECRET_KEY) stop('FULL_ACCESS_KEY, FULL_SECRET_KEY: one of the two is missing.');
await check(accessKey, secretKey, 'public', 'ACCESS_KEY, SECRET_KEY');
const fullKeys =
  FULL_ACCESS_KEY && FULL_SECRET_KEY ? { accessKey: FULL_ACCESS_KEY, secretKey: FULL_SECRET_KEY } : undefined;
if (fullKeys) await check(fullKeys.accessKey, fullKeys.secretKey, 'full', 'FULL_ACCESS_KEY, FULL_SECRET_KEY');
const site = createSite({ baseUrl, accessKey, secretKey }, { addressHeader, fullKeys, link, mapStyle });
const server = serve({ fetch: site.fetch, port: Number(PORT) }, ({ port }) => console.log(`http://localhost:${port}`));
server.on('error', ({ message }) => stop(`PORT: ${message}`));
