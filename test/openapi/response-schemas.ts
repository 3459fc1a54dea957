import type { OpenAPIObject, SchemaObject } from '@nestjs/swagger';

/** Keywords that check nothing. */
const WORDS = /^(description|examples?|default|title|readOnly|writeOnly|x-.*)$/;

/** A part of a schema without words for readers. Members of `properties` may have these names. */
export function withoutWords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutWords);
  if (typeof part !== 'object' || part === null) return part;
  const known = Object.entries(part).filter(([name]) => !WORDS.test(name));
  return Object.fromEntries(
    known.map(([name, value]) => [name, name === 'properties' ? ofEach(value as object) : withoutWords(value)]),
  );
}

const ofEach = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withoutWords(schema)]));

/** The component schemas that some schemas refer to, directly or not, without words. */
export function componentsOf(document: OpenAPIObject, schemas: readonly object[]): Record<string, unknown> {
  const all = (document.components?.schemas ?? {}) as Record<string, SchemaObject>;
  const found = new Map<string, unknown>();
  const add = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, withoutWords(all[name]));
      add(found.get(name));
    }
  };
  add(schemas);
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}
