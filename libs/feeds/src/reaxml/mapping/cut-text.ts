import { fieldsOf, text as anyText, type Class, type FieldDeclaration } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { Draft } from './draft.js';

type Tree = Record<string, unknown>;

/**
 * Cuts a free text whose only fault is its length; returns whether it did. Other values are not cut: a cut web address
 * would be wrong.
 */
export function cutText(root: Tree, path: string, draft: Draft): boolean {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const name = steps.at(-1) ?? '';
  let holder: unknown = root;
  for (const step of steps.slice(0, -1)) holder = (holder as Tree | undefined)?.[step];
  const tree = holder as Tree | undefined; // the holder of a faulty field is always an object
  const text = tree?.[name];
  const max = maxOf(steps.filter((step) => !/^\d+$/.test(step)));
  if (tree === undefined || typeof text !== 'string' || max === undefined || text.length <= max) return false;
  const characters = [...text];
  if (characters.length <= max) return false;
  tree[name] = characters.slice(0, max).join('').trimEnd();
  draft.note(draft.sourceOf(path), `is longer than ${max} characters`, 'cut');
  return true;
}

const FREE = anyText().schema.pattern;

/** Maximum length of a free text; undefined for other kinds. */
function maxOf(names: readonly string[]): number | undefined {
  let type: Class | undefined = ListingLine;
  let field: FieldDeclaration | undefined;
  for (const name of names) {
    field = type && fieldsOf(type).find((one) => one.name === name);
    type = field?.of?.();
  }
  const kind = field?.kind;
  const isFree = kind?.schema.type === 'string' && kind.schema.pattern === FREE;
  return isFree ? kind.schema.maxLength : undefined;
}
