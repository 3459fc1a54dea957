import type { Settings } from '@app/config';
import { releaseName } from '@app/process';
import type { ServiceLog } from './service-log.js';

/** Logs where the service listens; for a person with what is needed next: the documentation, keys, an example. */
export function greet(settings: Settings, url: string, log: ServiceLog): void {
  const address = url.replace('[::1]', 'localhost').replace('0.0.0.0', 'localhost');
  const lines = [`${releaseName} listens on ${address}`];
  if (log.isForPerson) {
    const { rootAccessKey, rootSecretKey } = settings;
    lines.push(
      `  Docs, and calls to try:  ${address}/docs`,
      `  x-access-key:            ${rootAccessKey}`,
      `  x-secret-key:            ${rootSecretKey}`,
      '',
      `  curl -H 'x-access-key: ${rootAccessKey}' -H 'x-secret-key: ${rootSecretKey}' '${address}/api/v1/listings?limit=1'`,
    );
  }
  log.info(lines.join('\n'));
}
