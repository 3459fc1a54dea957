import { fieldsOf, text as anyText, type Class, type FieldDeclaration, validate, requiredOf } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { ListName } from '../items/listing-lists.js';
import type { Draft } from './draft.js';

type Tree = Record<string, unknown>;

/**
 * Cuts a free text whose only fault is its length; returns whether it did. Other values are not cut: a cut web address
 * would be wrong.
 */
function cutText(root: Tree, path: string, draft: Draft): boolean {
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

/** Required fields of a line that a patch lacks; with them the patch can be validated as a line. */
const REQUIRED = { websiteID: 1, uniqueID: 'x', listingType: 'residential', status: 'current' };

/**
 * Removes values from a patch, and items from its changes of lists, that no listing can hold, and notes them; for example
 * a number that is too large. Where a field is required, its object is removed: an area without a value. A text that is
 * too long is cut.
 */
export function fitPatch(draft: Draft): void {
  // From last to first, so that the indexes of list items stay valid.
  for (const steps of misfitsOf(draft.patch, draft).toReversed()) remove(draft.patch, steps);
  for (const [list, changes] of draft.changedLists()) {
    const values = changes.values();
    const misfits = misfitsOf(treeOf(list, values), draft);
    changes.setValues(values);
    changes.drop(new Set(misfits.flatMap((steps) => indexesOf(steps, list, values))));
  }
}

/** A tree with some values of a list. */
const treeOf = (list: ListName, values: readonly unknown[]): Tree =>
  list.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), values) as Tree; // a path has a step

/** The indexes of misfits: the one of a path, or those of the texts that a list of texts cannot hold. */
function indexesOf(steps: readonly string[], list: ListName, values: readonly unknown[]): number[] {
  const index = steps[list.split('.').length];
  if (index !== undefined) return [Number(index)];
  return values.flatMap((value, at) => (faultsOf(treeOf(list, [value])).length > 0 ? at : []));
}

const faultsOf = (tree: Tree) => validate(ListingLine, Object.assign({}, REQUIRED, tree));

/** The paths of the values of a tree to remove. */
function misfitsOf(tree: Tree, draft: Draft): (readonly string[])[] {
  const misfits = new Map<string, readonly string[]>();
  for (const { field, message } of faultsOf(tree)) {
    if (cutText(tree, field, draft)) continue;
    const steps = stepsTo(field);
    const path = steps.join('.');
    if (!misfits.has(path)) draft.note(draft.sourceOf(field), message);
    misfits.set(path, steps);
  }
  return [...misfits.values()];
}

/**
 * The path to remove for a faulty field. In a list, the whole item: `images[3].url` -> images, 3. In an object that
 * requires the field, the whole object: `landDetails.area.value` -> landDetails, area.
 */
function stepsTo(path: string): readonly string[] {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  let type: Class | undefined = ListingLine;
  for (const [at, step] of steps.entries()) {
    if (/^\d+$/.test(step)) return steps.slice(0, at + 1);
    if (at > 0 && type && requiredOf(type).includes(step)) return steps.slice(0, at);
    type =
      type &&
      fieldsOf(type)
        .find(({ name }) => name === step)
        ?.of?.();
  }
  return steps;
}

function remove(patch: Tree, steps: readonly string[]): void {
  let tree: unknown = patch;
  for (const step of steps.slice(0, -1)) tree = (tree as Tree | undefined)?.[step];
  const last = steps.at(-1) ?? '';
  if (Array.isArray(tree)) tree.splice(Number(last), 1);
  else if (tree) delete (tree as Tree)[last]; // validation walked it: it is an object
}
