import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { expect, it } from 'vitest';
import { postmanCollection } from './postman-collection.js';

const DOCS = resolve(import.meta.dirname, '../../docs');

/** `three-readers` runs it against the demo. */
it('the collection in docs/ is made from the document', async () => {
  const document = JSON.parse(await readFile(`${DOCS}/openapi.json`, 'utf8')) as OpenAPIObject; // of the service
  const made = postmanCollection(document);
  await expect(`${JSON.stringify(made, null, 1)}\n`).toMatchFileSnapshot(
    `${DOCS}/agency-directory.postman_collection.json`,
  );
});
