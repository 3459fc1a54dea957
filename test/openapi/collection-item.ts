/** A header or a query parameter of a collection. */
export interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: true;
  readonly description?: string;
}

/** A request of a collection, with its scripts. */
export interface CollectedRequest {
  readonly name: string;
  readonly method: string;
  /** The path; `:name` stands for a path variable. */
  readonly path: string;
  readonly description?: string;
  /** The names of the variables with the keys; null: none are sent. */
  readonly keys?: readonly [access: string, secret: string] | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: readonly Pair[];
  readonly variables?: readonly Pair[];
  readonly body?: { readonly type: string; readonly text: string } | undefined;
  /** Lines of JavaScript. */
  readonly before?: readonly string[];
  readonly tests: readonly string[];
}

const scriptOf = (listen: string, exec: readonly string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** The item of a collection for a request. */
export function collectionItem(request: CollectedRequest): object {
  const { name, method, path, keys = ['accessKey', 'secretKey'], headers = {}, body, before = [], tests } = request;
  const { query = [], variables = [], description } = request;
  const parts = path.slice(1).split('/');
  const search = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  const sent: Readonly<Record<string, string>> = {
    ...(keys && { 'x-access-key': `{{${keys[0]}}}`, 'x-secret-key': `{{${keys[1]}}}` }),
    ...(body && { 'Content-Type': body.type }),
    ...headers,
  };
  return {
    name,
    event: [...(before.length > 0 ? [scriptOf('prerequest', before)] : []), scriptOf('test', tests)],
    request: {
      method,
      header: Object.entries(sent).map(([key, value]) => ({ key, value })),
      url: {
        raw: `{{baseUrl}}/${parts.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: parts,
        ...(query.length > 0 && { query }),
        ...(variables.length > 0 && { variable: variables }),
      },
      ...(body && { body: { mode: 'raw', raw: body.text } }),
      ...(description && { description }),
    },
  };
}

/** A test of the status. */
export const hasStatus = (status: number | string): string =>
  `pm.test('${status}', () => pm.response.to.have.status(${status}));`;

/** A test of the body. The variable `schemas` has the components. */
export const hasSchema = (schema: unknown): string =>
  `pm.test('body', () => pm.response.to.have.jsonSchema({ ...${JSON.stringify(schema)}, components: { schemas: JSON.parse(pm.collectionVariables.get('schemas')) } }, { unknownFormats: 'ignore' }));`;

/** Stores a member of the response, such as `account.websiteID`. */
export const stores = (variable: string, member: string): string =>
  `pm.collectionVariables.set('${variable}', pm.response.json().${member});`;
