import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';

/** Specs that need more than Node.js: built programs, other servers, a browser, compilers, or a machine of their own. */
const SYSTEM = [
  'test/system/**/*spec.ts',
  'libs/embedded-postgres/src/embedded-server.spec.ts',
  'libs/sql/src/pool/database.e2e-spec.ts',
];

/**
 * Specs of `npm run test:system` that need nothing but Node.js: comparisons of whole directories, which draw three times as
 * much there, and specs of files that seldom change.
 */
const LONG = [
  'test/keys/{*-interference,public-freshness,secrets-key}.e2e-spec.ts',
  'test/lists/long-lists.e2e-spec.ts',
  'test/feeds/{exported-homes,feed-meanings}.e2e-spec.ts',
  'test/listings/demo-{keywords,questions,statistics}.e2e-spec.ts',
  'test/openapi/{demo-examples,document,etags,patterns,pictures,statuses}.e2e-spec.ts',
  'test/properties/pasted-addresses.e2e-spec.ts',
  'test/store/*plans.e2e-spec.ts',
  'test/suburbs/typed-addresses.e2e-spec.ts',
  'test/upgrades/upgrades.e2e-spec.ts',
  'libs/bundles/src/demo-loader.e2e-spec.ts',
  'packages/demo/src/{default-directory,listings/*}.spec.ts',
];

/** Random specs of `npm test`, which `npm run test:system` repeats with three times as many draws. */
const RANDOM = [
  'test/lists/{brute-force,directory-numbers}.e2e-spec.ts',
  'test/caching/cache-invalidation.e2e-spec.ts',
  'libs/reaxml/src/writing/exported-entries.spec.ts',
];

/** Specs of how the sources are written, for `npm run check:code`. */
const CODE = ['test/code/*.spec.ts'];

/** System specs with upper bounds in real time. They run last, and one at a time. */
const TIMED = ['test/system/timed/*spec.ts'];

/** Specs that declare fields or documents: these declarations would change the other specs of their worker. */
const DECLARING = ['test/documents/documents.e2e-spec.ts', 'libs/documents/src/*spec.ts'];

/**
 * A worker runs much code, each part rarely. Node 20 lets V8 optimize a function later; later versions do not. Fewer
 * garbage collections cost a quarter more memory. Together: a fifth less processor time.
 */
const execArgv = [
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--heap-growing-percent=400',
];

/** Limits for tests that hang, not for slow machines. */
const TIMEOUTS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { interval: 25, timeout: 60_000 } } };

const resolve = { tsconfigPaths: true };

/** The cache of compiled files is keyed by source and Vite's options. The options of TypeScript are added here. */
const keyWithCompilerOptions: Plugin = {
  name: 'key-with-compiler-options',
  configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
    const options = readFileSync(new URL('tsconfig.json', import.meta.url), 'utf8');
    addToKey(() => options);
  },
};

const project = (
  name: string,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration => ({
  resolve,
  plugins: [keyWithCompilerOptions],
  test: {
    name,
    execArgv,
    // Without it style sheets are empty, and the service sends a style sheet.
    css: true,
    ...TIMEOUTS,
    setupFiles: ['reflect-metadata'],
    // A worker loads the service once for all of its specs.
    isolate: false,
    ...test,
  },
});

const DATABASE = ['test/support/database.setup.ts'];
const PROGRAMS = [...DATABASE, 'test/system/support/programs.setup.ts'];

/** System specs wait for processes as often as they compute. Projects of one group have the same number of workers. */
const WAITING = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };

/** `npm test` runs the projects unit, database and declaring, `npm run test:system` those named system. */
export default defineConfig({
  resolve,
  test: {
    // Compiling is half of the cost of one spec. The cache is in node_modules: `npm ci` empties it.
    experimental: { fsModuleCache: true },
    maxWorkers: availableParallelism(),
    projects: [
      project('unit', {
        include: ['{apps,libs,packages,test}/**/*.spec.ts'],
        exclude: ['**/node_modules/**', ...CODE, ...SYSTEM, ...LONG, ...DECLARING],
      }),
      project('code', { include: CODE }),
      project('database', {
        include: ['{apps,libs,packages,test}/**/*.e2e-spec.ts'],
        exclude: ['**/node_modules/**', ...SYSTEM, ...LONG, ...DECLARING],
        globalSetup: DATABASE,
      }),
      project('declaring', { include: DECLARING, isolate: true, globalSetup: DATABASE }),
      project('system-long', {
        include: [...LONG, ...RANDOM],
        globalSetup: DATABASE,
        env: { WALK: process.env['WALK'] ?? '3' },
        ...WAITING,
      }),
      project('system', {
        include: SYSTEM,
        exclude: ['**/node_modules/**', ...TIMED],
        globalSetup: PROGRAMS,
        ...WAITING,
      }),
      project('system-timed', {
        include: TIMED,
        globalSetup: PROGRAMS,
        fileParallelism: false,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
