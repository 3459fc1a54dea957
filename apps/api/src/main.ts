import 'reflect-metadata';
import { loadSettings, misspeltVariables } from '@app/config';
import { hasEmbeddedServer } from '@app/embedded-postgres';
import { loadDotEnv, releaseName, stopSignals } from '@app/process';
import { ServiceLog } from './service-log.js';

if (process.argv.includes('--version')) {
  console.log(releaseName);
  process.exit();
}
const signals = stopSignals();
let log = new ServiceLog(process.env);
const fail = (error: unknown): never => {
  log.fatal(error);
  process.exit(1);
};
process.on('uncaughtException', fail);
try {
  loadDotEnv();
  log = new ServiceLog(process.env);
  log.info(`${releaseName} starts on Node.js ${process.version}`);
  for (const line of misspeltVariables(process.env)) log.warn(line);
  const settings = loadSettings(process.env, { hasEmbeddedServer: hasEmbeddedServer() });
  // Loading these modules takes most of the start, so faults of the environment are reported before.
  const { runService } = await import('./service.js');
  await runService(settings, log, signals);
} catch (error) {
  fail(error);
}
// Open handles, such as a connection to a database that hangs, must not delay the exit.
process.exit();
