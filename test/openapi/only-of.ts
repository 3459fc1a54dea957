import type { OpenAPIObject } from '@nestjs/swagger';

type Components = Record<string, Record<string, unknown>>;

/** A document with some operations, and the components that they need. */
export function onlyOf(document: OpenAPIObject, operations: readonly string[]): OpenAPIObject {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const own = Object.entries(item).filter(([method]) => operations.includes(`${method.toUpperCase()} ${path}`));
    return own.length > 0 ? [[path, Object.fromEntries(own)] as const] : [];
  });
  const all = (document.components ?? {}) as Components; // kinds of components by name
  const kept: Components = {};
  const keep = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      if (kept[kind]?.[name] !== undefined) continue;
      (kept[kind] ??= {})[name] = all[kind]?.[name];
      keep(all[kind]?.[name]);
    }
  };
  keep(paths);
  return { ...document, paths: Object.fromEntries(paths), components: kept };
}
