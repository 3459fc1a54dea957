import { distance } from 'fastest-levenshtein';
import { variables } from './environment.variables.js';
import { SECRET_FILE_NAMES } from './secret-files.js';

const NAMES = [...Object.values(variables).map(({ name }) => name), ...SECRET_FILE_NAMES];

/** Shorter names are similar to too many variables of other programs. */
const SHORTEST = 8;
const FARTHEST = 2;

/**
 * A line for each set variable that is unknown and has a name similar to one of ours: probably a spelling mistake. It
 * is only a warning, because the variable may belong to another program.
 */
export function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.includes(name) || !env[name]) return [];
    const meant = NAMES.find((ours) => isNear(name, ours));
    return meant && !env[meant] ? [`${name}: not a variable of the service, and ignored; did you mean ${meant}?`] : [];
  });
}

function isNear(name: string, ours: string): boolean {
  if (lettersOf(name) === lettersOf(ours)) return true;
  return ours.length >= SHORTEST && distance(name.toUpperCase(), ours) <= FARTHEST;
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '');
