import type { Keys } from '../servers/service.js';

/** A query parameter, and values that it takes: its examples, or its words. */
export interface TargetParameter {
  readonly name: string;
  readonly values: readonly string[];
}

export interface TargetList {
  readonly path: string;
  readonly parameters: readonly TargetParameter[];
}

/** The paths and parameters of the OpenAPI document, and keys. */
export interface Target {
  readonly lists: readonly TargetList[];
  readonly bodies: readonly { readonly method: string; readonly path: string }[];
  /** Names of members of bodies. */
  readonly names: readonly string[];
  readonly callers: readonly Keys[];
}

/** A part of the document, of whatever kind, with the members that are read here. */
interface Part {
  readonly [name: string]: Part | undefined;
}

/** Ids in paths are drawn from so many. */
const IDS = 20;

/** Reads the service's own document. */
export async function readTarget(url: string, callers: readonly Keys[]): Promise<Target> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Part; // an object of objects
  const resolve = (part: Part | undefined): Part => {
    const names = typeof part?.['$ref'] === 'string' ? String(part['$ref']).split('/').slice(1) : undefined;
    return names ? resolve(names.reduce<Part | undefined>((at, name) => at?.[name], document)) : (part ?? {});
  };
  const operations = Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const parameterOf = (part: Part | undefined): TargetParameter[] => {
    const { in: place, name, schema } = resolve(part);
    return String(place) === 'query' ? [{ name: String(name), values: valuesOf(schema, resolve) }] : [];
  };
  const lists = operations
    .filter(({ path, method }) => method === 'GET' && !path.includes('{'))
    .map(({ path, operation }) => ({
      path,
      parameters: Object.values(operation?.['parameters'] ?? []).flatMap(parameterOf),
    }));
  const bodies = operations
    .filter(({ operation }) => operation?.['requestBody'])
    .flatMap(({ path, method }) =>
      Array.from({ length: IDS }, (_, at) => ({ method, path: path.replace('{id}', String(at + 1)) })),
    );
  return { lists, bodies, names: [...namesIn(document['components']?.['schemas'])], callers };
}

function valuesOf(schema: Part | undefined, resolve: (part: Part | undefined) => Part): string[] {
  const items = schema?.['items'] ?? schema;
  const { enum: words, type } = resolve(items);
  const all = [...Object.values(items?.['examples'] ?? []), ...Object.values(words ?? [])].map(String);
  return String(type) === 'boolean' ? [...all, 'true', 'false'] : all;
}

/** The names of all members, at any depth. */
function namesIn(part: Part | undefined, names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names;
  for (const name of Object.keys(part['properties'] ?? {})) names.add(name);
  for (const inner of Object.values(part)) namesIn(inner, names);
  return names;
}
