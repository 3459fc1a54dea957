import { problems, type Fault } from '@app/http';
import { type Class, NameSuggestions } from '@app/schema';
import { endOfRange, faultOfRange } from './contradictions.js';
import { didYouMean, parameterMeant, valueMeant } from './synonyms.js';
import { MAX_VALUES, parametersOf, type GivenParameter, type ParameterDeclaration } from './parameter.js';

type Query = Class;

export type RawQuery = Readonly<Record<string, unknown>>;

/**
 * Maximum number of parameters in a query string, including repetitions; a list parameter can have all its values in
 * one.
 */
const MAX_PARAMETERS = 300;

/** One more than the maximum is parsed, to detect an excess. */
export const PARSED_PARAMETERS = MAX_PARAMETERS + 1;

/** A further check of a given value; returns its fault, or undefined. */
type Refuse = (given: GivenParameter) => string | undefined;

/**
 * Parses and validates the query string. @throws INVALID_PARAMETERS with all faults (D3, D4), or INVALID_CURSOR if all
 * faults are cursors
 */
export function readQuery<T extends object>(type: new () => T, raw: RawQuery, refuse: Refuse = () => undefined): T {
  if (Object.values(raw).flat().length > MAX_PARAMETERS)
    throw problems.invalidParameters([
      { parameter: Object.keys(raw).at(-1)!, message: `is one of more than ${MAX_PARAMETERS} parameters` },
    ]);
  const parameters = parametersOf(type);
  const suggestions = new NameSuggestions();
  const values = new Map(initialOf(type));
  const faults: Fault[] = [];
  const badCursors: Fault[] = [];
  const given = new Set<string>();
  for (const [name, texts] of Object.entries(raw)) {
    const parameter = parameters.get(name);
    const read = parameter
      ? refused(parameter, readParameter(parameter, texts), refuse)
      : { fault: unknownName(name, parameters, suggestions) };
    if ('fault' in read) {
      const fault = { parameter: name, message: read.fault };
      faults.push(fault);
      if (parameter?.isCursor) badCursors.push(fault);
    } else if (read.value !== undefined) {
      values.set(name, read.value);
      given.add(name);
    }
  }
  const isFaulty = (name: string) => faults.some((fault) => 'parameter' in fault && fault.parameter === name);
  for (const name of given) {
    const end = endOfRange(name) ?? '';
    const { other = end, faultOf: ofBoth } = parameters.get(name)?.contradicts ?? {};
    if (isFaulty(other)) continue;
    const message =
      // The declaration belongs to the parameters with these values.
      ofBoth?.(values.get(name) as never, values.get(other) as never) ??
      (given.has(end) ? faultOfRange(values.get(name), end, values.get(end)) : undefined);
    if (message !== undefined) faults.push({ parameter: name, message });
  }
  for (const { name, insteadOf, needs, required, kind } of relatedOf(type)) {
    if (required && !given.has(name) && !isFaulty(name))
      faults.push({ parameter: name, message: `is required: ${kind.wants}` });
    // The declaration belongs to the parameter with this value.
    const needed = given.has(name) ? needs?.(values.get(name) as never) : undefined;
    if (needed !== undefined && !given.has(needed) && !isFaulty(needed))
      faults.push({ parameter: name, message: `needs ${needed}, which is not given` });
    if (insteadOf === undefined || !(given.has(name) || isFaulty(name)) || !given.has(insteadOf)) continue;
    faults.push({ parameter: insteadOf, message: `must not be given with ${name}, which takes its place` });
  }
  if (faults.length > 0 && faults.length === badCursors.length) throw problems.invalidCursor(badCursors);
  if (faults.length > 0) throw problems.invalidParameters(faults);
  return Object.assign(new type(), Object.fromEntries(values));
}

const related = new WeakMap<Query, readonly ParameterDeclaration[]>();

/** The parameters that are required or depend on others: few of a hundred. */
function relatedOf(type: Query): readonly ParameterDeclaration[] {
  let found = related.get(type);
  if (!found) {
    found = [...parametersOf(type).values()].filter(
      ({ insteadOf, needs, required }) => required === true || needs !== undefined || insteadOf !== undefined,
    );
    related.set(type, found);
  }
  return found;
}

const initials = new WeakMap<Query, ReadonlyMap<string, unknown>>();

/** The defaults of parameters. */
function initialOf(type: Query): ReadonlyMap<string, unknown> {
  let values = initials.get(type);
  if (!values) {
    const declared = [...parametersOf(type).values()].filter(({ initial }) => initial !== undefined);
    initials.set(type, (values = new Map(declared.map(({ name, initial }) => [name, initial]))));
  }
  return values;
}

type Read = { value: unknown } | { fault: string };

function readParameter(parameter: ParameterDeclaration, given: unknown): Read {
  const texts = [given].flat().map((text) => String(text).trim());
  if (parameter.many) return readItems(parameter, texts);
  if (parameter.repeats !== undefined) return readRepeated(parameter, texts, parameter.repeats);
  if (texts.length > 1) return { fault: 'must be given only once' };
  const [text = ''] = texts;
  if (text === '') return { value: parameter.blank };
  const value = parseText(parameter, text);
  return value === undefined ? { fault: faultOf(parameter, text) } : { value };
}

function refused(parameter: ParameterDeclaration, read: Read, refuse: Refuse): Read {
  if ('fault' in read || read.value === undefined) return read;
  const fault = refuse({ parameter, value: read.value });
  return fault === undefined ? read : { fault };
}

function readRepeated(parameter: ParameterDeclaration, texts: readonly string[], most: number): Read {
  const given = texts.filter((text) => text !== '');
  if (given.length === 0) return { value: undefined };
  if (given.length > most) return { fault: `must be given at most ${most} times` };
  const values = given.map((text) => parseText(parameter, text));
  const bad = given.find((_, at) => values[at] === undefined);
  return bad === undefined ? { value: values } : { fault: faultOf(parameter, bad) };
}

/** The fault of a text that does not parse. */
const faultOf = (parameter: ParameterDeclaration, text: string): string =>
  parameter.kind.faultOf?.(text) ?? `must be ${wantedBy(parameter)}${hintFor(parameter, text)}`;

const hintFor = ({ kind }: ParameterDeclaration, text: string): string =>
  didYouMean(valueMeant(text, ((kind.query ?? kind).schema.enum ?? []) as string[]));

function readItems(parameter: ParameterDeclaration, texts: readonly string[]): Read {
  const { splitItems = (text: string) => text.split(',') } = parameter;
  const items = texts.flatMap((text) => splitItems(text)).map((item) => item.trim());
  const given = [...new Set(items.filter((item) => item !== ''))];
  if (given.length === 0) return { value: undefined };
  if (given.length > MAX_VALUES) return { fault: `must have at most ${MAX_VALUES} comma-separated values` };
  const values = given.map((item) => parseText(parameter, item));
  const bad = given.filter((_, at) => values[at] === undefined);
  const [first] = bad;
  if (first !== undefined) {
    const fault =
      parameter.kind.faultOf?.(first) ?? `invalid: ${bad.slice(0, 5).join(', ')}${hintFor(parameter, first)}`;
    return { fault: `each value must be ${wantedBy(parameter)}; ${fault}` };
  }
  return { value: values };
}

const wantedBy = ({ kind }: ParameterDeclaration): string => kind.query?.wants ?? kind.wants;

function parseText({ kind }: ParameterDeclaration, text: string): unknown {
  return text.includes('\0') || !text.isWellFormed() ? undefined : kind.parse(text);
}

/** Rejects unknown names: a misspelt filter must not silently widen the result (D3). */
function unknownName(
  name: string,
  parameters: ReadonlyMap<string, ParameterDeclaration>,
  suggestions: NameSuggestions,
): string {
  const plain = name.replace(/\[.*$/s, '');
  if (plain !== name && parameters.has(plain)) return `brackets are not supported; write ${plain}`;
  const synonym = parameterMeant(plain, (known) => parameters.has(known));
  const meant = synonym === undefined ? suggestions.for(plain, parameters.keys()) : didYouMean(synonym);
  return `is not a parameter of this endpoint${meant}`;
}
