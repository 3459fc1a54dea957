/** A pattern of the OpenAPI document, with its format if the pattern is not exact. */
export interface DocumentedPattern {
  readonly pattern: string;
  readonly format?: string;
}

/** The patterns of a document, each once. */
export function patternsOf(document: object): DocumentedPattern[] {
  const found = new Map<string, DocumentedPattern>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { pattern, format } = part as { pattern?: unknown; format?: string };
    if (typeof pattern === 'string') found.set(pattern, { pattern, ...(format && { format }) });
    Object.values(part).forEach(walk);
  };
  walk(document);
  return [...found.values()];
}

/** What languages lack, or read differently. `[\s\S]` is any character everywhere. */
const DIALECT = /\\[pPdDwWbBsSkAzZxXhvRQEG0]|\\u\{|\(\?(?!:|=|!)|[*+?}]\+|\[\^?[^\]]*&&/;
/** A class, or an escaped character; Java takes a `[` in a class for a class in it. */
const CLASS = /\\.|\[\^?((?:\\.|[^\\\]])*)\]/g;

/** Whether ECMA-262 without flags, Python and Java read a pattern alike, as far as its text shows. */
export function isPortable(pattern: string): boolean {
  const text = pattern.replaceAll('[\\s\\S]', '').replaceAll('\\\\', '');
  return !DIALECT.test(text) && [...text.matchAll(CLASS)].every(([, inner = '']) => !/(?<!\\)\[/.test(inner));
}
