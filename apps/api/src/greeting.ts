import { localUrl, type Settings } from '@app/config';
import { releaseName } from '@app/process';
import type { ServiceLog } from './service-log.js';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A file for `curl -K` with the operator's keys, so that an example command works without showing them. */
export interface CurlFile {
  readonly path: string;
  /** Whether the data folder had no such file before. */
  readonly isFirst: boolean;
}

/** Stores the operator's keys in the data folder, readable only by the owner. */
export function storeCurlFile({ dataDir, rootAccessKey, rootSecretKey }: Settings): CurlFile {
  const path = join(dataDir, 'curl.conf');
  const text = `header = ${quoted(`x-access-key: ${rootAccessKey}`)}\nheader = ${quoted(`x-secret-key: ${rootSecretKey}`)}\n`;
  const stored = readIfThere(path);
  if (stored !== text) {
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  }
  return { path: asTyped(path), isFirst: stored === undefined };
}

/** Quotes a text for a curl configuration file. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A path as a person types it in the working directory, in any shell. */
function asTyped(path: string): string {
  const below = relative(process.cwd(), path);
  const short = below.startsWith('..') ? path : below;
  return /^[\w./-]+$/.test(short) ? short : `'${short.replaceAll("'", String.raw`'\''`)}'`;
}

/** Logs the address of the service. In a terminal it adds the documentation, the keys and an example. */
export function greet(settings: Settings, url: string, log: ServiceLog): void {
  const address = localUrl(url);
  const lines = [`${releaseName} listens on ${address}`];
  if (log.isForPerson) lines.push(...firstSteps(settings, address));
  log.info(lines.join('\n'));
}

/** Shows the keys only at the first start: the lines of later starts end up in logs and tickets. */
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
