import { parse } from 'node:querystring';
import { Problem, problems, type Fault } from '@app/http';
import { givenOf, isVolatile, PARSED_PARAMETERS, readQuery } from '@app/lists';
import { ListingsQuery, VISITED_STATUSES } from '@app/listings';

/** The parameters of one answer, which belong to no search. */
const OF_AN_ANSWER: ReadonlySet<string> = new Set(['page', 'limit', 'cursor', 'view']);

/** Reads a saved query string by the rules of the list. @param others faults of other fields @throws INVALID_BODY with all faults */
export function readSavedQuery(text: string, others: readonly Fault[] = []): ListingsQuery {
  const raw = parse(text.replace(/^\?/, ''), '&', '=', { maxKeys: PARSED_PARAMETERS });
  const ofAnAnswer = Object.keys(raw).filter((name) => OF_AN_ANSWER.has(name));
  const faults = [...others, ...ofAnAnswer.map((name) => fault(name, 'belongs to an answer, and not to a search'))];
  const kept = Object.fromEntries(Object.entries(raw).filter(([name]) => !OF_AN_ANSWER.has(name)));
  const query = readByTheList(kept, faults);
  const ofValues = givenOf(query).flatMap((given) => {
    const { name } = given.parameter;
    if (OF_AN_ANSWER.has(name)) return [];
    if (name !== 'sort' && isVolatile(given)) return [fault(name, 'depends on the time of day')];
    if (name !== 'status' || VISITED_STATUSES.some((status) => status === given.value)) return [];
    return [fault(name, `must be one of ${VISITED_STATUSES.join(', ')}`)];
  });
  const all = [...faults, ...ofValues];
  if (all.length > 0) throw problems.invalidBody(all);
  return query;
}

const fault = (name: string, message: string): Fault => ({ field: 'query', message: `${name} ${message}` });

function readByTheList(raw: ReturnType<typeof parse>, before: readonly Fault[]): ListingsQuery {
  try {
    return readQuery(ListingsQuery, raw);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { errors = [] } = error.extras;
    const faults = errors.map((one) => fault('parameter' in one ? one.parameter : '', one.message));
    throw problems.invalidBody([...before, ...faults]);
  }
}
