import type {
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';
import { dereferenced } from '@testing';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}

/** An operation without references. */
interface Operation extends OperationObject {
  readonly parameters?: ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Record<string, ResponseObject>;
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/**
 * The promises of a document to programs that use it, one per line: operations, their parameters, and their responses. A
 * document with all lines of a former one breaks none of these programs.
 */
export function promisesOf(document: OpenAPIObject): Set<string> {
  const promises = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) addOperation(promises, `${method} ${path}`, dereferenced(document, operation) as Operation); // no references
    }
  }
  return promises;
}

function addOperation(promises: Set<string>, name: string, { parameters, requestBody, responses }: Operation): void {
  promises.add(name);
  for (const { in: place, name: own, required, schema } of parameters ?? []) {
    const at = `${name} ${place} ${own}`;
    promises.add(at);
    if (!required) promises.add(`${at} may be missing`);
    addTaken(promises, at, schema as Schema); // no references
  }
  for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
    addTaken(promises, `${name} ${type}`, schema as Schema); // no references
  }
  for (const [status, { content = {} }] of Object.entries(responses)) {
    promises.add(`${name} ${status}`);
    for (const [type, { schema }] of Object.entries(content)) {
      addAnswered(promises, `${name} ${status} ${type}`, schema as Schema); // no references
    }
  }
}

const typesOf = ({ type = [] }: Schema): readonly string[] => [type].flat();

/** A request may use each type and each value of a list, and omit every optional field. */
function addTaken(promises: Set<string>, at: string, schema: Schema): void {
  for (const type of typesOf(schema)) promises.add(`${at} takes ${type}`);
  for (const value of schema.enum ?? []) promises.add(`${at} takes ${JSON.stringify(value)}`);
  for (const [name] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name)) promises.add(`${at}.${name} may be missing`);
  }
  for (const [inner, part] of partsOf(schema)) addTaken(promises, `${at}${inner}`, part);
}

/** A response has the same types, and still has every required field. */
function addAnswered(promises: Set<string>, at: string, schema: Schema): void {
  promises.add(`${at} is ${typesOf(schema).toSorted().join(' or ')}`);
  for (const name of schema.required ?? []) promises.add(`${at}.${name} is there`);
  for (const [inner, part] of partsOf(schema)) addAnswered(promises, `${at}${inner}`, part);
}

function partsOf({ properties = {}, items, anyOf = [], additionalProperties }: Schema): (readonly [string, Schema])[] {
  const others = typeof additionalProperties === 'object' ? [['.*', additionalProperties] as const] : [];
  return [
    ...Object.entries(properties).map(([name, part]) => [`.${name}`, part] as const),
    ...(items ? [['[]', items] as const] : []),
    ...anyOf.map((part) => ['', part] as const),
    ...others,
  ];
}
