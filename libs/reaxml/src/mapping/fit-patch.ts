import { fieldsOf, text as anyText, type Class, type FieldDeclaration, validate, requiredOf } from '@app/schema';
import { ListingLine } from '@app/listings';
import type { ListName } from '../items/listing-lists.js';
import type { Draft } from './draft.js';
import { valueAt } from './listing-patch.js';

type Tree = Record<string, unknown>;

const FREE = anyText().schema.pattern;

/** The treatment of a faulty value at a path. */
interface Misfit {
  /** The path of the value to remove, without the steps below it. */
  readonly steps: readonly string[];
  /** The object that contains the value, its name there, and the maximum length of a free text. */
  readonly holder: Tree | undefined;
  readonly name: string;
  readonly most: number | undefined;
}

/**
 * In a list, the whole item is removed: `images[3].url` -> images, 3. In an object that requires the field, the whole
 * object: `landDetails.area.value` -> landDetails, area.
 */
function misfitAt(tree: Tree, path: string): Misfit {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  let type: Class | undefined = ListingLine;
  let field: FieldDeclaration | undefined;
  let length = steps.length;
  for (const [at, step] of steps.entries()) {
    if (/^\d+$/.test(step)) length = Math.min(length, at + 1);
    else {
      if (at > 0 && type && requiredOf(type).includes(step)) length = Math.min(length, at);
      field = type && fieldsOf(type).find(({ name }) => name === step);
      type = field?.of?.();
    }
  }
  const { type: kind, pattern, maxLength } = field?.kind?.schema ?? {};
  const most = kind === 'string' && pattern === FREE ? maxLength : undefined;
  return { steps: steps.slice(0, length), holder: holderOf(tree, steps), name: steps.at(-1) ?? '', most };
}

/** Only objects and lists stand above a value. */
const holderOf = (tree: Tree, steps: readonly string[]) => valueAt(tree, steps.slice(0, -1)) as Tree | undefined;

/**
 * Cuts a free text whose only fault is its length; returns whether it did. Other values are not cut: a cut web address
 * would be wrong.
 */
function cutText({ holder, name, most }: Misfit, path: string, draft: Draft): boolean {
  const text = holder?.[name];
  if (!holder || typeof text !== 'string' || most === undefined) return false;
  const characters = [...text];
  if (characters.length <= most) return false;
  holder[name] = characters.slice(0, most).join('').trimEnd();
  draft.note(draft.sourceOf(path), `is longer than ${most} characters`, 'cut');
  return true;
}

/** Required fields of a line that a patch lacks; with them the patch can be validated as a line. */
const REQUIRED = { websiteID: 1, uniqueID: 'x', listingType: 'residential', status: 'current' };

/**
 * Removes values from a patch, and items from its changes of lists, that no listing can hold, and notes them; for
 * example a number that is too large. Where a field is required, its object is removed: an area without a value. A text
 * that is too long is cut.
 */
export function fitPatch(draft: Draft): void {
  // From last to first, so that the indexes of list items stay valid.
  for (const steps of misfitsOf(draft.patch, draft).toReversed()) remove(draft.patch, steps);
  for (const [list, changes] of draft.changedLists()) {
    const values = changes.values();
    const misfits = misfitsOf(treeOf(list, values), draft);
    changes.replace(values, new Set(misfits.flatMap((steps) => indexesOf(steps, list, values))));
  }
}

/** A tree with some values of a list. */
const treeOf = (list: ListName, values: readonly unknown[]): Tree =>
  list.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), values) as Tree; // a path has a step

/** The indexes of misfits: the index in a path, or the indexes of invalid texts in a list of texts. */
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
    const misfit = misfitAt(tree, field);
    if (cutText(misfit, field, draft)) continue;
    const { steps } = misfit;
    const path = steps.join('.');
    if (!misfits.has(path)) draft.note(draft.sourceOf(field), message);
    misfits.set(path, steps);
  }
  return [...misfits.values()];
}

function remove(patch: Tree, steps: readonly string[]): void {
  const holder = holderOf(patch, steps);
  const last = steps.at(-1) ?? '';
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (holder) delete holder[last];
}
