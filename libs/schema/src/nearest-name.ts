import { distance } from 'fastest-levenshtein';

/** Names that differ only in case and punctuation are treated as equal: `min_Price`, `minprice`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const inOrder = (name: string): string => [...name].sort().join('');

/**
 * The number of typing errors allowed: one per four letters, at least one; none in names of fewer than three letters.
 */
const slipsOf = (name: string): number => (name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 4)));

/** The known name that a misspelt name most likely means; `undefined` if none is similar enough. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const given = plainName(name.slice(0, 100));
  let nearest: { readonly name: string; readonly slips: number } | undefined;
  for (const candidate of known) {
    const meant = plainName(candidate);
    const slips = slipsBetween(given, meant);
    const shorter = given.length < meant.length ? given : meant;
    if (slips <= slipsOf(shorter) && slips < (nearest?.slips ?? Infinity)) nearest = { name: candidate, slips };
  }
  return nearest?.name;
}

/** The number of unknown names per request that get a suggestion: each is compared with every known name. */
const MAX_SUGGESTIONS = 5;

/** Suggests known names for the first unknown names of one request. */
export class NameSuggestions {
  private left = MAX_SUGGESTIONS;

  /**
   * The end of a message about an unknown name: `; did you mean suburb?`, or nothing.
   * @param path formats the path of a known name
   * @param elsewhere the path of the name if another object has it
   */
  for(
    name: string,
    known: Iterable<string>,
    path = (nearest: string) => nearest,
    elsewhere: (name: string) => string | undefined = () => undefined,
  ): string {
    if (this.left === 0) return '';
    this.left -= 1;
    const nearest = nearestName(name, known);
    const meant = nearest === undefined ? elsewhere(name) : path(nearest);
    return meant === undefined ? '' : `; did you mean ${meant}?`;
  }
}

/** Edit distance in which a transposition counts as one error: `pgae`. */
function slipsBetween(given: string, meant: string): number {
  const slips = distance(given, meant);
  return slips > 1 && inOrder(given) === inOrder(meant) ? 1 : slips;
}
