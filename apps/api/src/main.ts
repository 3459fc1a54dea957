import 'reflect-metadata';
import { EnvironmentError, loadDotEnv, loadSettings } from '@app/config';
import { startService } from './service.js';

try {
  loadDotEnv();
  await startService(loadSettings(process.env));
} catch (error) {
  // A wrong environment ends the start with one clear line; anything else with what is known of it.
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}
