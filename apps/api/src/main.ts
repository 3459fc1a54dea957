import 'reflect-metadata';
import { loadDotEnv, loadSettings, misspeltVariables } from '@app/config';
import { hasEmbeddedServer } from '@app/embedded-postgres';
import { faultLine, stopSignals } from '@app/process';
import { runService } from './service.js';

const signals = stopSignals();
try {
  loadDotEnv();
  for (const line of misspeltVariables(process.env)) console.warn(line);
  await runService(loadSettings(process.env, { hasEmbeddedServer: hasEmbeddedServer() }), signals);
} catch (error) {
  // What the operator can mend ends the start with one clear line; anything else with what is known of it.
  console.error(faultLine(error) ?? error);
  process.exitCode = 1;
}
// Whatever is still open, such as a connection to a database that hangs, keeps nobody waiting.
process.exit();
