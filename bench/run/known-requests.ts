import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** What a commit can be asked for, as its own OpenAPI document says. */
export class KnownRequests {
  private constructor(private readonly document: Document) {}

  static async of(root: string): Promise<KnownRequests> {
    return new KnownRequests(JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as Document); // made by the build, and tested
  }

  /** Whether it has the path of a request, and every parameter of its query. */
  has(request: string): boolean {
    const { pathname, searchParams } = new URL(request, 'http://localhost');
    const { paths, components } = this.document;
    const path = paths[pathname] ? pathname : Object.keys(paths).find((template) => matches(template, pathname));
    const parameters = path === undefined ? undefined : paths[path]?.get?.parameters;
    if (!parameters) return false;
    const names = new Set(
      parameters.map(({ name, $ref = '' }) => name ?? components.parameters?.[$ref.split('/').at(-1) ?? '']?.name),
    );
    return [...searchParams.keys()].every((name) => names.has(name));
  }
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at]);
}
