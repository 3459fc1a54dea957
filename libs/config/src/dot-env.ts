import { existsSync } from 'node:fs';

/** Adds what a `.env` in the working directory sets to the environment, which goes before it. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
