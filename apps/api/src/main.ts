import 'reflect-metadata';
import { loadSettings, misspeltVariables } from '@app/config';
import { hasEmbeddedServer } from '@app/embedded-postgres';
import { faultLine, loadDotEnv, releaseName, stopSignals } from '@app/process';
import { runService } from './service.js';

if (process.argv.includes('--version')) {
  console.log(releaseName);
  process.exit();
}
const signals = stopSignals();
try {
  loadDotEnv();
  for (const line of misspeltVariables(process.env)) console.warn(line);
  await runService(loadSettings(process.env, { hasEmbeddedServer: hasEmbeddedServer() }), signals);
} catch (error) {
  // A fault that the operator can mend ends the start with one clear line; any other error is printed with its stack.
  console.error(faultLine(error) ?? error);
  process.exitCode = 1;
}
// Open handles, such as a connection to a database that hangs, must not delay the exit.
process.exit();
