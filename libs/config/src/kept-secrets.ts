import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVariable } from './environment.js';
import { EnvironmentError, variableFault, type Report } from './environment.error.js';
import { type Variable, variables } from './environment.variables.js';

/** The secrets that the service requires. */
export interface Secrets {
  readonly rootAccessKey: string;
  readonly rootSecretKey: string;
  /** 32 bytes. */
  readonly secretsKey: Buffer;
}

const FILE = 'secrets.json';

/**
 * The secrets of a data folder. The first call creates them, even if several processes start at the same time.
 * @throws EnvironmentError when the folder or its secrets file cannot be used
 */
export function keptSecrets(dataDir: string): Secrets {
  const path = join(dataDir, FILE);
  try {
    return read(path) ?? make(dataDir, path);
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError([
      variableFault(
        variables.dataDir.name,
        `${JSON.stringify(dataDir)} (${reason})`,
        `a folder that this user can write to, where ${FILE} is missing or as the service made it`,
      ),
    ]);
  }
}

function read(path: string): Secrets | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const kept: unknown = JSON.parse(text);
  // A value that is not an object contains none of the names; the missing names are reported.
  const given = Object(kept) as Record<string, string>;
  const faults: string[] = [];
  const report: Report = (fault) => void faults.push(`${path}: ${fault}`);
  const rootAccessKey = present(variables.rootAccessKey, given, report);
  const rootSecretKey = present(variables.rootSecretKey, given, report);
  const secretsKey = present(variables.secretsKey, given, report);
  if (rootAccessKey && rootSecretKey && secretsKey) return { rootAccessKey, rootSecretKey, secretsKey };
  throw new EnvironmentError(faults);
}

function present<T>(variable: Variable<T>, given: Record<string, string>, report: Report): T | undefined {
  if (!given[variable.name]) report(variableFault(variable.name, 'nothing', variable.parser.wanted));
  return readVariable(variable, given, report);
}

/** Hard-linking a complete file is atomic and succeeds for one process only; all other processes read its file. */
function make(dataDir: string, path: string): Secrets {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const secrets = {
    ROOT_ACCESS_KEY: `root-${randomBytes(12).toString('base64url')}`,
    ROOT_SECRET_KEY: randomBytes(32).toString('base64url'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    chmodSync(draft, 0o600);
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = read(path);
  if (!kept) throw new Error(`${FILE} vanished`);
  return kept;
}
