import { resolve } from 'node:path';

const program = (name: string): string => resolve(import.meta.dirname, '../../../node_modules/.cache/bundle', name);

/** The service as a bundle, for tests that start processes: it starts in less than half the time of the build (ADR 28). */
export const SERVICE = ['node', program('api.js')] as const;

/** The operator's commands as a bundle. */
export const DIRECTORY = ['node', program('cli.js')] as const;
