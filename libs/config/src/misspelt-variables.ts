import { distance } from 'fastest-levenshtein';
import { variables } from './environment.variables.js';

const NAMES = Object.values(variables).map(({ name }) => name);

/** A short name is near to too many that are somebody else's. */
const SHORTEST = 8;
const FARTHEST = 2;

/**
 * A line for each variable that is set and not ours, but whose name is near one of ours: it does nothing, though somebody
 * may think that it does. Told, not refused, for it may be meant for another program.
 */
export function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).flatMap((name) => {
    if (NAMES.includes(name) || !env[name]) return [];
    const meant = NAMES.find((ours) => isNear(name, ours));
    return meant && !env[meant]
      ? [`${name}: is not a variable of the service, and does nothing: is ${meant} meant?`]
      : [];
  });
}

function isNear(name: string, ours: string): boolean {
  if (lettersOf(name) === lettersOf(ours)) return true;
  return ours.length >= SHORTEST && distance(name.toUpperCase(), ours) <= FARTHEST;
}

const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '');
