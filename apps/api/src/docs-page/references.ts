import type { OpenAPIObject } from '@nestjs/swagger';

/** A part of the document, or a reference to one. */
export type Ref = { readonly $ref?: string } | undefined;

/** The part that a reference names; words beside it replace the part's own. */
export function resolved<T extends object>(document: OpenAPIObject, part: Ref): T {
  if (!part?.$ref) return (part ?? {}) as T; // a part of the kind that is asked for
  const [, , section = '', name = ''] = part.$ref.split('/');
  const components = document.components as Record<string, Record<string, object>>;
  const { $ref: _, ...beside } = part;
  return { ...resolved<T>(document, components[section]?.[name]), ...beside };
}

/** The name of the component that a reference names. */
export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? '';

/** The names of the schemas in a part of the document, each once. */
export function schemasIn(part: unknown): string[] {
  const found = JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}
