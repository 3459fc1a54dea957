import type { FieldFault } from './validate.js';
import { isObject, type Class, type FieldDeclaration } from './field-declaration.js';
import { fieldsByName } from './field.js';

/**
 * Of a plain value what its class declares, and what is wrong with the rest: unknown names, lists that are too long, arrays and
 * objects in the place of something else. It walks what is given once. What is left has the declared shape: class-transformer
 * would drop names such as `toString` without a word, stumble over `constructor`, and take seconds for what is large.
 */
export function declaredPart(type: Class, value: object): { part: object; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  return { part: partOf(type, value, '', faults), faults };
}

function partOf(type: Class, value: object, path: string, faults: FieldFault[]): object {
  const known = fieldsByName(type);
  const part: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const field = known.get(name);
    const fault = field ? structuralFault(field, given) : 'is not a known field';
    if (fault !== undefined) faults.push({ field: at, message: fault });
    else if (field) part[name] = field.of ? nestedPart(field.of(), given, at, faults) : given;
  }
  return part;
}

/** What can be told of a value without a look at what it is made of; objects and arrays in a leaf are looked at here. */
function structuralFault({ kind, of, many, max }: FieldDeclaration, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (kind) return kind.accepts(value) ? undefined : `must be ${kind.wants}`;
  if (!of || Array.isArray(value) !== many) return many ? 'must be an array' : 'must be an object';
  return Array.isArray(value) && value.length > max ? `must have at most ${max} items` : undefined;
}

function nestedPart(type: Class, value: unknown, path: string, faults: FieldFault[]): unknown {
  if (isObject(value)) return partOf(type, value, path, faults);
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => {
    const at = `${path}[${index}]`;
    if (isObject(item)) return partOf(type, item, at, faults);
    if (!Array.isArray(item)) return item;
    faults.push({ field: at, message: 'must be an object' });
    return {}; // keeps the place
  });
}
