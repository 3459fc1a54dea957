import type { Target } from './hostile-requests.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** How many of each kind the ids in paths are drawn from. */
const IDS = 20;

/** What there is to ask, by the service's own document. */
export async function readTarget(url: string, accessKey: string, secretKey: string): Promise<Target> {
  const { paths } = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document; // the service's own
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const lists = operations
    .filter(({ path, method }) => method === 'GET' && !path.includes('{'))
    .map(({ path, operation: { parameters = [] } }) => ({
      path,
      parameters: ['x', ...parameters.filter((one) => one.in === 'query').map(({ name }) => name)],
    }));
  const bodies = operations.flatMap(({ path, method, operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Array.from({ length: IDS }, (_, at) => ({
        method,
        path: path.replace('{id}', String(at + 1)),
        names: namesOf(schema),
      })),
    ),
  );
  return { lists, bodies, accessKey, secretKey };
}

function namesOf({ properties = {}, items = {} }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, schema]) => [name, ...namesOf(schema)]);
  return items.properties ? [...own, ...namesOf(items)] : own;
}
