// Runs the site of the demo's first agency, after creating its two key pairs and its link as the operator.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, createCredential, deleteCredential, listCredentials } from 'agency-directory-client';

/** Ends the start with one line. @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

const LABEL = 'example website';
const path = { id: '1' };

const folder = process.env.DATA_DIR ?? fileURLToPath(new URL('../../../.data', import.meta.url));
const keys = await readFile(join(folder, 'curl.conf'), 'utf8').catch(() =>
  stop(`DATA_DIR: ${folder} has no curl.conf. Start the directory first (npm start).`),
);
const keyOf = (/** @type {string} */ name) => new RegExp(`${name}: ([^"]+)`).exec(keys)?.[1] ?? '';
const baseUrl = (process.env.DIRECTORY_URL ??= 'http://localhost:3000');
const client = createClient({ baseUrl, accessKey: keyOf('x-access-key'), secretKey: keyOf('x-secret-key') });

// The secrets of the previous start are not stored, so its pairs are ended.
const { data: former } = await listCredentials({ client, path }).catch((error) =>
  stop(
    `DIRECTORY_URL: the directory at ${baseUrl} does not answer, or refuses the keys of ${folder} (${error.cause?.code ?? error.message}).`,
  ),
);
for (const { id, label } of former.data) {
  if (label === LABEL) await deleteCredential({ client, path: { ...path, credentialID: String(id) } });
}
for (const scope of /** @type {const} */ (['public', 'full'])) {
  const prefix = scope === 'full' ? 'FULL_' : '';
  const { data: created } = await createCredential({ client, path, body: { scope, label: LABEL } });
  process.env[`${prefix}ACCESS_KEY`] = created.credential.accessKey;
  process.env[`${prefix}SECRET_KEY`] = created.credential.secretKey;
}
const { data: linked } = await createCredential({ client, path, body: { scope: 'link', label: LABEL } });
process.env.CALENDAR_LINK = linked.credential.secretKey;

await import('./main.js');
