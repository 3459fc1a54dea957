import { parse } from 'node:querystring';
import { Problem, problems, type Fault } from '@app/http';
import { isVolatile, PARSED_PARAMETERS, readQuery, type GivenParameter } from '@app/lists';
import { ListingsQuery, VISITED_STATUSES } from '@app/listings';

/** The parameters of a single response, which do not belong in a saved search. */
const OF_AN_ANSWER: ReadonlySet<string> = new Set(['page', 'limit', 'cursor', 'view']);

/** Maximum number of corners of a polygon, because it is compared with each change. */
const MOST_CORNERS = 50;

/**
 * Parses a saved query string by the rules of the list. @param others faults of other fields @throws INVALID_BODY with
 * all faults
 */
export function readSavedQuery(text: string, others: readonly Fault[] = []): ListingsQuery {
  const raw = parse(text.replace(/^\?/, ''), '&', '=', { maxKeys: PARSED_PARAMETERS });
  const { query, faults: found } = readByTheList(raw);
  const corners = query.polygon?.reduce((sum, one) => sum + one.length, 0) ?? 0;
  const tooMany = { field: 'query', message: `polygon must have at most ${MOST_CORNERS} corners in a saved search` };
  const faults = corners > MOST_CORNERS ? [...found, tooMany] : found;
  if (faults.length > 0 || others.length > 0) throw problems.invalidBody([...others, ...faults]);
  return query;
}

function readByTheList(raw: ReturnType<typeof parse>): { query: ListingsQuery; faults: Fault[] } {
  try {
    return { query: readQuery(ListingsQuery, raw, refusedInSearches), faults: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.extras;
    const faults = errors.map((one): Fault => ({
      field: 'query',
      message: `${'parameter' in one ? one.parameter : ''} ${one.message}`.trim(),
    }));
    return { query: new ListingsQuery(), faults };
  }
}

function refusedInSearches(given: GivenParameter): string | undefined {
  const { name } = given.parameter;
  if (OF_AN_ANSWER.has(name)) return 'applies to a single response, not to a saved search';
  if (name !== 'sort' && isVolatile(given)) return 'depends on the time of day';
  if (name !== 'status' || (given.value as string[]).every((status) => VISITED_STATUSES.includes(status)))
    return undefined;
  return `must be one of ${VISITED_STATUSES.join(', ')}`;
}
