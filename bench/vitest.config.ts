import { defineConfig } from 'vitest/config';

/** Single functions of the service, for a comparison of two versions: `npm run bench:functions`. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    root: import.meta.dirname,
    setupFiles: ['reflect-metadata'],
    maxWorkers: 1,
    benchmark: { include: ['functions/*.bench.ts'] },
  },
});
