import { type Variable, variables } from '../libs/config/src/environment.variables.js';

/** A variable that only `docker-compose.yml` reads. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
}

const ACCEPTED = 'Accepted: letters and digits (openssl rand -hex 24).';

/** The variables that compose needs in addition to those of the service. All are in one `.env`. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'DATABASE_PASSWORD',
    meaning: `The password of the ordinary role that the service connects as; used in DATABASE_URL. ${ACCEPTED}`,
  },
  {
    name: 'POSTGRES_PASSWORD',
    meaning: `The password of PostgreSQL's superuser, for administration only; the service never gets it. ${ACCEPTED}`,
  },
  {
    name: 'GRAFANA_PASSWORD',
    meaning: `The password of Grafana's user admin, for the profile watch; unset: admin. ${ACCEPTED}`,
  },
];

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
