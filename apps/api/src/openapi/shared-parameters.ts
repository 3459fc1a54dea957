import type { OpenAPIObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

interface SharedParameter {
  readonly parameter: ParameterObject;
  /** The tag of each operation that has the parameter. */
  readonly tags: string[];
}

/** Parameters that several operations have become components: `#/components/parameters/Page`. */
export function shareParameters(document: OpenAPIObject): void {
  const names = namesOf(sharedParameters(document));
  for (const { operation } of operationsOf(document)) {
    operation.parameters = operation.parameters?.map((parameter): ParameterObject | ReferenceObject => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  const parameters = Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as ParameterObject]));
  document.components = { ...document.components, parameters };
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

/**
 * The component names: the parameter's own name, with the name of the resource in front if another parameter has the
 * same name: `AccountId`.
 */
function namesOf(shared: ReadonlyMap<string, SharedParameter>): Map<string, string> {
  const all = [...shared.values()];
  const names = new Map<string, string>();
  for (const [text, { parameter, tags }] of shared) {
    const isAlone = all.every((other) => other.parameter === parameter || other.parameter.name !== parameter.name);
    const name = isAlone || new Set(tags).size > 1 ? '' : pascal((tags[0] ?? '').replace(/s$/, ''));
    names.set(text, name + pascal(parameter.name));
  }
  if (new Set(names.values()).size < names.size) throw new Error('Two shared parameters have one name');
  return names;
}

const pascal = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
