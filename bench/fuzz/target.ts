import type { Caller, Target, TargetParameter } from './hostile-requests.js';

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

/** How many of each kind the ids in paths are drawn from. */
const IDS = 20;

/** What there is to ask, by the service's own document. */
export async function readTarget(url: string, callers: readonly Caller[]): Promise<Target> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document; // the service's own
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const lists = operations
    .filter(({ path, method }) => method === 'GET' && !path.includes('{'))
    .map(({ path, operation: { parameters = [] } }) => ({
      path,
      parameters: [{ name: 'x', rights: [''] }, ...queryParameters(document, parameters)],
    }));
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

const queryParameters = (document: Document, parameters: readonly Parameter[]): TargetParameter[] =>
  parameters
    .map((one) => resolved(document, one))
    .filter((one) => one.in === 'query')
    .map(({ name, schema }) => ({ name, rights: rightsOf(document, schema) }));

/** Texts that a parameter takes. */
function rightsOf(document: Document, schema: Schema): string[] {
  const { items = schema } = schema;
  const { enum: words = [], type } = resolved(document, items);
  const rights = [...(items.examples ?? []), ...words, ...(type === 'boolean' ? [true, false] : [])];
  return rights.length > 0 ? rights.map(String) : [''];
}

/** The names of all members, at any depth. */
function namesOf(document: Document, schema: Schema): string[] {
  const { properties = {}, items, allOf = [] } = resolved(document, schema);
  const own = Object.entries(properties).flatMap(([name, member]) => [name, ...namesOf(document, member)]);
  return [...own, ...[...allOf, ...(items ? [items] : [])].flatMap((part) => namesOf(document, part))];
}

/** What a reference names. */
function resolved<T extends Referring>(document: Document, part: T): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  const component = document.components[kind]?.[name];
  if (!component) throw new Error(`${part.$ref} is not in the document`);
  return resolved(document, component as T); // a component of the kind that is referred to
}
