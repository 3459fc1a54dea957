import { EnvironmentError, variableFault, type Report } from './environment.error.js';
import { type Environment, type VariableTexts, type Variable, variables } from './environment.variables.js';
import { isGiven, withSecretFiles } from './secret-files.js';

/** The requirements of a process on its environment. */
export interface Requirements {
  /** Whether the embedded PostgreSQL server is installed; it is used when no database is given. */
  readonly hasEmbeddedServer: boolean;
  /** Whether the process needs the operator's keys and the encryption key. */
  readonly needsSecrets: boolean;
}

/**
 * Reads and validates all variables and secret files. An empty text counts as unset.
 * @throws EnvironmentError that lists everything invalid or missing
 */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  { hasEmbeddedServer, needsSecrets }: Requirements = { hasEmbeddedServer: true, needsSecrets: true },
): Environment {
  const faults: string[] = [];
  const report: Report = (fault) => void faults.push(fault);
  const given = withSecretFiles(env, report);
  const values = Object.entries<Variable<unknown>>(variables).map(([key, variable]) => [
    key,
    readVariable(variable, given, report),
  ]);
  const isDatabaseGiven = isGiven(env, variables.databaseUrl);
  if (!isDatabaseGiven && !hasEmbeddedServer) {
    const { name } = variables.databaseUrl;
    report(`${name}: set ${name}; this image has no embedded server`);
  }
  if (isDatabaseGiven || !hasEmbeddedServer) {
    if (needsSecrets) requireSecrets(env, report);
  } else requireRootPair(env, report);
  requireTwoPorts(given, report);
  if (faults.length > 0) throw new EnvironmentError(faults);
  // Object.fromEntries loses the key types; the keys are those of the table of variables.
  return Object.fromEntries(values) as Environment;
}

/** Parses a variable's text or its default; an invalid text is reported. */
export function readVariable<T>(variable: Variable<T>, given: VariableTexts, report: Report): T | undefined {
  const text = given[variable.name] || variable.default;
  if (text === undefined) return undefined;
  const value = variable.parser.parse(text);
  if (value === undefined) report(variableFault(variable.name, shown(variable, text), variable.parser.wanted));
  return value;
}

function shown(variable: Variable<unknown>, text: string): string {
  if (variable.secret) return `a text of ${text.length} characters (not shown)`;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Port 0 selects any free port, so it conflicts with none. */
function requireTwoPorts(given: VariableTexts, report: Report): void {
  const { port, metricsPort } = variables;
  const text = given[metricsPort.name];
  if (!text || Number(text) === 0 || Number(text) !== Number(given[port.name] || port.default)) return;
  report(variableFault(metricsPort.name, `${text}, the value of ${port.name}`, 'another port'));
}

function requireRootPair(env: VariableTexts, report: Report): void {
  const { rootAccessKey: access, rootSecretKey: secret } = variables;
  if (isGiven(env, access) === isGiven(env, secret)) return;
  const [set, unset] = isGiven(env, access) ? [access, secret] : [secret, access];
  report(variableFault(unset.name, 'nothing', `both, as ${set.name} is set, or neither`));
}

function requireSecrets(env: VariableTexts, report: Report): void {
  const { databaseUrl, rootAccessKey, rootSecretKey, secretsKey } = variables;
  for (const variable of [rootAccessKey, rootSecretKey, secretsKey]) {
    if (isGiven(env, variable)) continue;
    report(variableFault(variable.name, 'nothing', `with ${databaseUrl.name} set: ${variable.parser.wanted}`));
  }
}
