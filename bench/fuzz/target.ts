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
  readonly bodies: readonly { readonly method: string; readonly path: string; readonly names: readonly string[] }[];
  readonly callers: readonly Keys[];
}

/** A part of the document, or the name of a component. */
interface Referring {
  readonly $ref?: string;
}

interface Schema extends Referring {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

interface Parameter extends Referring {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}

interface Body extends Referring {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Referring>>>>;
}

/** Ids in paths are drawn from so many. */
const IDS = 20;

/** Reads the service's own document. */
export async function readTarget(url: string, callers: readonly Keys[]): Promise<Target> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document; // the service's own
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const lists = operations
    .filter(({ path, method }) => method === 'GET' && !path.includes('{'))
    .map(({ path, operation }) => ({ path, parameters: queryParameters(document, operation) }));
  const bodies = operations.flatMap(({ path, method, operation: { requestBody } }) =>
    Object.values(requestBody ? resolved(document, requestBody).content : {}).flatMap(({ schema }) =>
      Array.from({ length: IDS }, (_, at) => ({
        method,
        path: path.replace('{id}', String(at + 1)),
        names: namesOf(document, schema),
      })),
    ),
  );
  return { lists, bodies, callers };
}

const queryParameters = (document: Document, { parameters = [] }: Operation): TargetParameter[] =>
  parameters
    .map((parameter) => resolved(document, parameter))
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => ({ name, values: valuesOf(document, schema) }));

function valuesOf(document: Document, schema: Schema): string[] {
  const { items = schema } = schema;
  const { enum: words = [], type } = resolved(document, items);
  return [...(items.examples ?? []), ...words, ...(type === 'boolean' ? [true, false] : [])].map(String);
}

/** The names of all members, at any depth. */
function namesOf(document: Document, schema: Schema): string[] {
  const { properties = {}, items, allOf = [] } = resolved(document, schema);
  const own = Object.entries(properties).flatMap(([name, member]) => [name, ...namesOf(document, member)]);
  return [...own, ...[...allOf, ...(items ? [items] : [])].flatMap((part) => namesOf(document, part))];
}

/** The component of a reference. */
function resolved<T extends Referring>(document: Document, part: T): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const component = document.components[kind]?.[name];
  if (!component) throw new Error(`${part.$ref} is not in the document`);
  return resolved(document, component as T); // a component of the kind of the reference
}
