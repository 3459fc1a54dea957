import 'reflect-metadata';
import { EnvironmentError, loadDotEnv, loadSettings } from '@app/config';
import { stopSignals } from '@app/process';
import { runService } from './service.js';

const signals = stopSignals();
try {
  loadDotEnv();
  await runService(loadSettings(process.env), signals);
} catch (error) {
  // A wrong environment ends the start with one clear line; anything else with what is known of it.
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}
// Whatever is still open, such as a connection to a database that hangs, keeps nobody waiting.
process.exit();
