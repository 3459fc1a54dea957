import { readFileSync } from 'node:fs';
import { variableFault, type Report } from './environment.error.js';
import { type VariableTexts, type Variable, variables } from './environment.variables.js';

/** The variables that may be given as a file. */
const secrets = Object.values<Variable<unknown>>(variables).filter(({ secret }) => secret);

/** The name of the variable with the path of a secret file; orchestrators pass secrets as files. */
export const fileNameOf = ({ name }: Variable<unknown>): string => `${name}_FILE`;

/** The names of all variables with paths of secrets. */
export const SECRET_FILE_NAMES = secrets.map(fileNameOf);

/** The names of the variables with paths of database URLs. */
export const URL_FILE_NAMES = [variables.databaseUrl, variables.databaseDirectUrl, variables.databaseReplicaUrls].map(
  fileNameOf,
);

/** Whether a secret is given, as text or as a file. */
export const isGiven = (env: VariableTexts, variable: Variable<unknown>): boolean =>
  Boolean(env[variable.name] || env[fileNameOf(variable)]);

/** The environment with the contents of all secret files. Faults of files are reported. */
export function withSecretFiles(env: VariableTexts, report: Report): VariableTexts {
  const texts = secrets.flatMap((variable) => {
    const path = env[fileNameOf(variable)];
    return path ? [[variable.name, readSecret(variable, path, env, report)] as const] : [];
  });
  return { ...env, ...Object.fromEntries(texts) };
}

function readSecret(variable: Variable<unknown>, path: string, env: VariableTexts, report: Report): string | undefined {
  const name = fileNameOf(variable);
  if (env[variable.name]) {
    report(variableFault(name, `a path, with ${variable.name} set as well`, 'one of them'));
    return undefined;
  }
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') report(variableFault(name, `${JSON.stringify(path)}, which is empty`, 'a file with the secret'));
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(variableFault(name, `${JSON.stringify(path)} (${reason})`, 'the path of a file that this user can read'));
    return undefined;
  }
}
