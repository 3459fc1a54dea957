import type { OpenAPIObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface SharedParameter {
  readonly parameter: ParameterObject;
  /** The tags of the operations that have the parameter. */
  readonly tags: string[];
}

/** Moves parameters of several operations to components, such as `#/components/parameters/Page`, and returns these. */
export function shareParameters(document: OpenAPIObject): Record<string, ParameterObject> {
  const names = namesOf(sharedParameters(document));
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter): ParameterObject | ReferenceObject => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  return Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as ParameterObject]));
}

function sharedParameters(document: OpenAPIObject): Map<string, SharedParameter> {
  const found = new Map<string, SharedParameter>();
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('in' in parameter)) continue;
      const text = JSON.stringify(parameter);
      const shared = found.get(text) ?? { parameter, tags: [] };
      shared.tags.push(operation.tags?.[0] ?? '');
      found.set(text, shared);
    }
  }
  return new Map([...found].filter(([, { tags }]) => tags.length > 1));
}

/** Tags of operations that borrow the filters of another list. */
const BORROWERS: ReadonlySet<string> = new Set(['exports', 'inspections']);

/** The resource of a parameter, from the tags of its operations; empty if several resources have it. */
function resourceOf({ tags }: SharedParameter): string {
  const [resource = '', ...others] = new Set(tags.filter((tag) => !BORROWERS.has(tag)));
  return others.length > 0 ? '' : pascal(resource.replace(/ies$/, 'y').replace(/s$/, ''));
}

/**
 * The component names: the name of the parameter, preceded by the name of the resource if another parameter has the
 * same name. `AccountId` is a path parameter, and `AccountIdFilter` the query parameter.
 */
function namesOf(shared: ReadonlyMap<string, SharedParameter>): Map<string, string> {
  const all = [...shared.values()];
  const long = (one: SharedParameter) => resourceOf(one) + pascal(one.parameter.name);
  const names = new Map<string, string>();
  for (const [text, one] of shared) {
    const others = all.filter((other) => other !== one);
    const short = pascal(one.parameter.name);
    const isAlone = others.every((other) => other.parameter.name !== one.parameter.name && long(other) !== short);
    const name = isAlone ? short : long(one);
    const isInPath = others.some((other) => other.parameter.in === 'path' && long(other) === long(one));
    names.set(text, isInPath ? `${name}Filter` : name);
  }
  const given = [...names.values()];
  const twice = given.filter((name, at) => given.indexOf(name) < at);
  if (twice.length > 0) throw new Error(`Shared parameters have the same names: ${twice.join(', ')}`);
  return names;
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
