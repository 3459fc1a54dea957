#!/usr/bin/env node
import { parseArgs } from 'node:util';

/** Programs that start this one show its errors to their user, so an error is one line. @param {string} message @returns {never} */
function refuse(message) {
  console.error(`agency-directory-mcp: ${message}`);
  process.exit(1);
}
const variable = (/** @type {string} */ name) => process.env[name] || refuse(`${name} is not set`);

try {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { http: text, bind: text, host: { ...text, multiple: true } } });
  const { http, bind, host } = values;
  if (http !== undefined && !/^\d{1,5}$/.test(http)) refuse(`--http ${http} is no port`);
  const baseUrl = variable('DIRECTORY_URL');
  if (!/^https?:\/\/[^\s/@]+\/*$/.test(baseUrl))
    refuse(`DIRECTORY_URL is not like https://directory.example: ${baseUrl}`);
  const keys = { accessKey: variable('ACCESS_KEY'), secretKey: variable('SECRET_KEY') };
  // A missing variable is reported before the packages are loaded.
  const { connect, serverOf } = await import('./server.js');
  const { serveHttp } = await import('./http.js');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const client = await connect({ baseUrl, ...keys });
  if (http === undefined) serveStdio(() => serverOf(client), { onerror: console.error });
  else await serveHttp(() => serverOf(client), Number(http), bind, host);
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  refuse(code === 'ERR_MODULE_NOT_FOUND' ? 'a package is missing: npm ci && npm run client:build' : message);
}
