import type { Settings } from '@app/config';

/** Prints what a person needs next: the address, the documentation page, valid credentials, and an example command. */
export function greet(settings: Settings, url: string): void {
  const address = url.replace('[::1]', 'localhost').replace('0.0.0.0', 'localhost');
  const lines = [`The directory service listens on ${address}`, `  Docs, and calls to try:  ${address}/docs`];
  // Keys that come from the environment are already known to the operator, and must not be logged.
  if (!settings.databaseUrl) {
    const { rootAccessKey, rootSecretKey } = settings;
    lines.push(
      `  x-access-key:            ${rootAccessKey}`,
      `  x-secret-key:            ${rootSecretKey}`,
      '',
      `  curl -H 'x-access-key: ${rootAccessKey}' -H 'x-secret-key: ${rootSecretKey}' '${address}/api/v1/listings?limit=1'`,
    );
  }
  console.log(lines.join('\n'));
}
