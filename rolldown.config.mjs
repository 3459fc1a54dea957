import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { defineConfig } from 'rolldown';
import { release } from './scripts/release.mjs';

/**
 * The packages that stay outside: they find files beside themselves (a worker's script, web pages, PostgreSQL's programs), or
 * tools look for them by name (the driver). They alone are dependencies; all others are in the bundle, and needed to build it.
 */
const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
/** What is not installed, and asked for to see that. */
const ABSENT = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', 'class-transformer/storage'];

const outside = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...ABSENT];

/** The same code without a letter beyond ASCII; one that has a backslash before it stands for itself. */
const escaped = (code) =>
  code.replace(/\\?[\u0080-\uffff]|\\[^]/g, (text) => {
    const unit = text.charCodeAt(text.length - 1);
    return unit < 0x80 ? text : `\\u${unit.toString(16).padStart(4, '0')}`;
  });

/** One letter beyond Latin 1 makes V8 hold a file with two bytes for each: 15 MB of a process. */
const inAscii = {
  name: 'in-ascii',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escaped(file.code);
  },
};

/** Nest's module looks for exports of older releases by a `require` of its own, which would load TypeORM a second time. */
const oneTypeorm = {
  name: 'one-typeorm',
  transform: {
    filter: { id: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ },
    handler: (code) => code.replace('const require = createRequire(import.meta.url);', ''),
  },
};

/**
 * The two programs, and the data source of TypeORM's commands, with all that they load in a few files: a start reads twenty
 * instead of 2,700 (ADR 46). Types are not checked here: `npm run check` does.
 */
export default defineConfig({
  input: { api: 'apps/api/src/main.ts', cli: 'apps/cli/src/main.ts', ormconfig: 'ormconfig.ts' },
  platform: 'node',
  tsconfig: 'tsconfig.json',
  transform: { target: 'es2023', define: { RELEASE: JSON.stringify(release()) } },
  plugins: [oneTypeorm, inAscii],
  external: (id) => isBuiltin(id) || outside.some((name) => id === name || id.startsWith(`${name}/`)),
  output: {
    dir: 'dist/bundle',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
    // Names of classes are names of contexts in the log, of injected things in errors, and of components in the document.
    keepNames: true,
    comments: { legal: false, annotation: false, jsdoc: false },
  },
});
