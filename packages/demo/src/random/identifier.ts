import { v5 as uuidv5 } from 'uuid';

/** The namespace of everything that the demo makes. */
const DEMO = '6f1d7a52-0c57-5c1e-9d0a-2f6b1c8e4a35';

/** The object identifier (`_id`) of a generated resource: the same parts give the same one. */
export function identifierOf(resource: string, ...parts: readonly (number | string)[]): string {
  return uuidv5([resource, ...parts].join('/'), DEMO);
}
