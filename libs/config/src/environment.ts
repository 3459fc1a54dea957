import { EnvironmentError } from './environment.error.js';
import { type Environment, type Variable, variables } from './environment.variables.js';

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates every variable. An empty text counts as unset.
 *
 * @throws EnvironmentError at the first variable that is wrong or missing
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const values = Object.entries<Variable<unknown>>(variables).map(([key, variable]) => [
    key,
    readVariable(variable, env),
  ]);
  // Object.fromEntries forgets the keys; they are those of the table.
  const environment = Object.fromEntries(values) as Environment;
  requireRootPair(environment);
  if (environment.databaseUrl) requireSecrets(environment);
  return environment;
}

/** @throws EnvironmentError when the text, or else the default, is not what the variable wants */
export function readVariable<T>(variable: Variable<T>, given: Given): T | undefined {
  const text = given[variable.name] || variable.default;
  if (text === undefined) return undefined;
  const value = variable.parser.parse(text);
  if (value === undefined) throw new EnvironmentError(variable.name, shown(variable, text), variable.parser.wanted);
  return value;
}

function shown(variable: Variable<unknown>, text: string): string {
  if (variable.secret) return `a text of ${text.length} characters (not shown)`;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function requireRootPair({ rootAccessKey, rootSecretKey }: Environment): void {
  if (!rootAccessKey === !rootSecretKey) return;
  const [set, unset] = rootAccessKey
    ? [variables.rootAccessKey, variables.rootSecretKey]
    : [variables.rootSecretKey, variables.rootAccessKey];
  throw new EnvironmentError(unset.name, 'nothing', `both, as ${set.name} is set, or neither`);
}

function requireSecrets(environment: Environment): void {
  const missing = (['rootAccessKey', 'rootSecretKey', 'secretsKey'] as const).filter((key) => !environment[key]);
  if (missing.length === 0) return;
  const names = missing.map((key) => variables[key].name).join(', ');
  const wanted = missing.map((key) => variables[key].parser.wanted);
  throw new EnvironmentError(names, 'nothing', `with DATABASE_URL set: ${[...new Set(wanted)].join('; ')}`);
}
