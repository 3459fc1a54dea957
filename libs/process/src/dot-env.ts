import { existsSync } from 'node:fs';

/** Adds the variables of a `.env` file in the working directory. Variables that are already set take precedence. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
