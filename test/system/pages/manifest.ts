import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** An object of the Kubernetes API, as a manifest declares it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

interface Model {
  readonly prototype: { validate: (this: object) => void };
}

/** The faults of a manifest by the schema of its kind: wrong values, and unknown fields. */
export function faultsOfManifest(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const models = require(`kubernetes-models/${apiVersion}/${kind}`) as Readonly<Record<string, Model>>;
  const model = models[kind];
  if (!model) return [`${apiVersion} ${kind} is unknown`];
  const seen = new Set<string>();
  const faults: string[] = [];
  try {
    model.prototype.validate.call(watched(manifest, '', seen));
  } catch (error) {
    faults.push(...String(error).split(', '));
  }
  return [
    ...faults,
    ...pathsOf(manifest, '')
      .filter((path) => !seen.has(path))
      .map((path) => `${path} is unknown`),
  ];
}

/** The schema accepts unknown fields, like an API server that ignores them, but it reads only known fields. */
function watched(value: object, path: string, seen: Set<string>): object {
  return new Proxy(value, {
    get: (target, key) => {
      const child: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol') return child;
      const childPath = path + key;
      seen.add(childPath);
      return isObject(child) ? watched(child, `${childPath}.`, seen) : child;
    },
  });
}

/** The paths of all fields below a value whose parents are read. */
function pathsOf(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => [
    path + key,
    ...(isObject(child) ? pathsOf(child, `${path}${key}.`) : []),
  ]);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
