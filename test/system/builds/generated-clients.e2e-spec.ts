import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fingerprint } from '../support/fingerprint.js';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '../../..');
/** Inside the checkout, so that packages are found. */
const FOLDER = join(ROOT, 'node_modules/.cache/generated-clients');

/** The command of each generator, with files in the folder. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '--output', 'openapi-typescript.ts'],
  '@hey-api/openapi-ts': [
    'openapi-ts',
    '--input',
    'openapi.json',
    '--output',
    'hey-api',
    '--client',
    '@hey-api/client-fetch',
  ],
  orval: ['orval', '--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'],
};

const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);

const RECORDED = join(import.meta.dirname, 'generated-clients.hash');
const fingerprint = new Fingerprint(
  RECORDED,
  ['docs/openapi.json', 'test/system/builds/generated-clients'],
  ['openapi-typescript', '@hey-api/openapi-ts', 'orval', 'typescript'],
);

describe.skipIf(fingerprint.isRecorded)('clients of other generators (left out: nothing of them has changed)', () => {
  beforeAll(async () => {
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await cp(join(ROOT, 'docs/openapi.json'), join(FOLDER, 'openapi.json'));
    await cp(join(import.meta.dirname, 'generated-clients'), FOLDER, { recursive: true });
  });

  afterAll(() => rm(FOLDER, { recursive: true, force: true }));

  it.each(Object.entries(GENERATORS))('%s makes a client', async (_, [command = '', ...options]) => {
    await expect(run(bin(command), options, { cwd: FOLDER })).resolves.toBeDefined();
  });

  it('they compile with strict, and read an item of a list, a card and a feature without a cast', async () => {
    await writeFile(
      join(FOLDER, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
        },
        include: ['**/*.ts'],
      }),
    );
    const { stdout } = await run(bin('tsc'), ['--project', FOLDER]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

it('they are checked for this document', async () => {
  await expect(fingerprint.hash).toMatchFileSnapshot(RECORDED);
});
