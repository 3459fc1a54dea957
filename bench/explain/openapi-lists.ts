/** A part of an OpenAPI document of any kind, with the members that are read here. */
export interface Part {
  readonly [name: string]: Part | undefined;
}

/** A query parameter and values for it: its examples, or its enum. */
export interface ListParameter {
  readonly name: string;
  readonly values: readonly string[];
}

interface DeclaredParameter {
  readonly in: string;
  readonly name: string;
  readonly schema?: Part;
}

export interface List {
  readonly path: string;
  readonly parameters: readonly ListParameter[];
}

/** The service's own document. */
export const readDocument = async (url: string): Promise<Part> =>
  (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Part; // nested objects

export const operationsOf = (document: Part) =>
  Object.entries(document['paths'] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The paths without an id, and their query parameters. */
export function listsOf(document: Part): List[] {
  const resolve = (part: Part | undefined): Part => {
    const names = typeof part?.['$ref'] === 'string' ? String(part['$ref']).split('/').slice(1) : undefined;
    return names ? resolve(names.reduce<Part | undefined>((at, name) => at?.[name], document)) : (part ?? {});
  };
  const parameterOf = (part: Part | undefined): ListParameter[] => {
    const { in: place, name, schema } = resolve(part) as unknown as DeclaredParameter; // as OpenAPI defines them
    return place === 'query' ? [{ name, values: valuesOf(schema, resolve) }] : [];
  };
  return operationsOf(document)
    .filter(({ path, method }) => method === 'GET' && !path.includes('{'))
    .map(({ path, operation }) => ({
      path,
      parameters: Object.values(operation?.['parameters'] ?? []).flatMap(parameterOf),
    }));
}

function valuesOf(schema: Part | undefined, resolve: (part: Part | undefined) => Part): string[] {
  const items = schema?.['items'] ?? schema;
  const { enum: words, type } = resolve(items) as { enum?: Part; type?: unknown };
  const all = [...Object.values(items?.['examples'] ?? []), ...Object.values(words ?? [])].map(String);
  return type === 'boolean' ? [...all, 'true', 'false'] : all;
}
