import { type Variable, variables } from '../libs/config/src/environment.variables.js';

/** Variables whose values the image or the layout of the containers determines. */
const FIXED = new Set<Variable<unknown>>([
  variables.port,
  variables.metricsPort,
  variables.host,
  variables.dataDir,
  variables.demoData,
]);

/** Whether compose passes a variable on: not if it is fixed there, a key of the service, or set by compose itself. */
const isPassedOn = (variable: Variable<unknown>): boolean =>
  variable === variables.databaseReplicaUrls || (!variable.secret && !FIXED.has(variable));

/** The text of `docker-compose.yml` with all variables that it has to pass on. */
export function withPassedOn(compose: string): string {
  const passedOn = Object.values<Variable<unknown>>(variables).filter(isPassedOn);
  const lines = passedOn.map(({ name }) => `  ${name}:\n`).join('');
  return compose.replace(/(?<=# .* Generated from libs\/config: .*\n)(  [A-Z_]+:\n)*/, lines);
}
