import { type Variable, variables } from './environment.variables.js';

/** A variable that `docker-compose.yml` alone reads. */
export interface ComposeVariable {
  readonly name: string;
  readonly meaning: string;
}

const WANTED = 'Wanted: letters and digits (openssl rand -hex 24).';

/** What compose wants beside the service's own variables; both stand in one `.env`. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'DATABASE_PASSWORD',
    meaning: `The password of the ordinary role that the service connects as; DATABASE_URL is made of it. ${WANTED}`,
  },
  {
    name: 'POSTGRES_PASSWORD',
    meaning: `The password of PostgreSQL's superuser, for administration alone; the service never has it. ${WANTED}`,
  },
];

/** What the image, or the layout of the containers, decides. */
const DECIDED = new Set<Variable<unknown>>([variables.port, variables.host, variables.dataDir, variables.demoData]);

/** The text of `docker-compose.yml` with every variable passed on that is neither decided there nor a secret. */
export function withPassedOn(compose: string): string {
  const passedOn = Object.values<Variable<unknown>>(variables).filter(
    (variable) => !variable.secret && !DECIDED.has(variable),
  );
  const lines = passedOn.map(({ name }) => `  ${name}:\n`).join('');
  return compose.replace(/(?<=# .* Made from libs\/config: .*\n)(  [A-Z_]+:\n)*/, lines);
}
