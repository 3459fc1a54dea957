import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from 'vitest/config';

/** Specs that declare fields or documents of their own: what is declared stays so for all that runs beside them. */
const DECLARING = ['test/documents.e2e-spec.ts', 'libs/documents/src/*.spec.ts'];

/** Specs of what must happen within a time: they run when the others have ended, so that the machine is theirs. */
const TIMED = ['test/database-restart.e2e-spec.ts'];

/**
 * A worker runs much code, and little of it often: V8 of Node 20, the only one that can be told so, optimizes a function
 * after eight times as much running as by default. That takes a twentieth off the run. Each service that starts is thrown away soon: garbage is collected less often, for
 * a quarter more memory. That takes off two to four hundredths.
 */
const execArgv = [
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--heap-growing-percent=400',
];

/** Limits for what hangs, not for what is slow: machines that run tests do other things as well. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const resolve = { tsconfigPaths: true };

/** A compiled file is found again by its source and Vite's options; what TypeScript is told is not among them. */
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
  // Without it style sheets are empty, and the service sends a style sheet.
  test: { name, execArgv, css: true, ...PATIENCE, setupFiles: ['reflect-metadata'], ...test },
});

export default defineConfig({
  resolve,
  test: {
    // Compiling is half of what a run of one spec costs. The cache is in node_modules: `npm ci` starts anew.
    experimental: { fsModuleCache: true },
    globalSetup: ['test/support/global-setup.ts'],
    // Specs wait for processes, timers and PostgreSQL as often as they compute.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // A worker loads the service once for all of its specs: loading it took a third of the time.
      project('together', {
        include: ['libs/**/*.spec.ts', 'apps/**/*.spec.ts', 'test/**/*.spec.ts', 'test/**/*.e2e-spec.ts'],
        exclude: ['**/node_modules/**', ...DECLARING, ...TIMED],
        isolate: false,
      }),
      project('alone', { include: DECLARING, isolate: true }),
      project('timed', { include: TIMED, sequence: { groupOrder: 1 } }),
    ],
  },
});
