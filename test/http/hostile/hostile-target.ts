import { listsOf, operationsOf, readDocument, type List, type Part } from '../../../bench/explain/openapi-lists.js';
import { type Keys } from '@testing';

/** The paths and parameters of the OpenAPI document, and keys. */
export interface HostileTarget {
  readonly lists: readonly List[];
  readonly bodies: readonly { readonly method: string; readonly path: string }[];
  /** Names of body members. */
  readonly names: readonly string[];
  readonly callers: readonly Keys[];
}

/** The range of ids in paths. */
const IDS = 20;

/** Reads the service's own document. */
export async function readTarget(url: string, callers: readonly Keys[]): Promise<HostileTarget> {
  const document = await readDocument(url);
  const bodies = operationsOf(document)
    .filter(({ operation }) => operation?.['requestBody'])
    .flatMap(({ path, method }) =>
      Array.from({ length: IDS }, (_, at) => ({ method, path: path.replace('{id}', String(at + 1)) })),
    );
  return { lists: listsOf(document), bodies, names: [...namesIn(document['components']?.['schemas'])], callers };
}

/** The names of all members, at any depth. */
function namesIn(part: Part | undefined, names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names;
  for (const name of Object.keys(part['properties'] ?? {})) names.add(name);
  for (const inner of Object.values(part)) namesIn(inner, names);
  return names;
}
