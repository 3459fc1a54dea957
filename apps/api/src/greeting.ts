import type { Settings } from '@app/config';
import { releaseName } from '@app/process';
import { storeCurlFile } from './curl-file.js';
import type { ServiceLog } from './service-log.js';

/** Logs where the service listens; for a person also the documentation, the keys and an example. */
export function greet(settings: Settings, url: string, log: ServiceLog): void {
  const address = url.replace('[::1]', 'localhost').replace('0.0.0.0', 'localhost');
  const lines = [`${releaseName} listens on ${address}`];
  if (log.isForPerson) lines.push(...firstSteps(settings, address));
  log.info(lines.join('\n'));
}

/** Keys are shown at the first start alone: lines of later starts are copied into logs and tickets. */
function firstSteps(settings: Settings, address: string): string[] {
  const { path, isFirst } = storeCurlFile(settings);
  return [
    `  Docs, and calls to try:  ${address}/docs`,
    `  The operator's keys:     ${path}`,
    ...(isFirst
      ? [`  x-access-key:            ${settings.rootAccessKey}`, `  x-secret-key:            ${settings.rootSecretKey}`]
      : []),
    '',
    `  curl -K ${path} '${address}/api/v1/listings?limit=1'`,
  ];
}
