import { checkShape } from '@app/fields';
import { ListingLine } from '@app/listings';
import type { Draft } from './draft.js';

type Tree = Record<string, unknown>;

/** What a line must have to be checked, and a patch has not. */
const REQUIRED = { websiteID: 1, uniqueID: 'x', listingType: 'residential', status: 'current' };

/** Leaves out of a draft's patch what no listing can hold, and notes it: a text too long, a number too large. */
export function fitPatch(draft: Draft): void {
  const faults = checkShape(ListingLine, Object.assign({}, REQUIRED, draft.patch));
  const misfits = new Map<string, readonly string[]>();
  for (const { field, message } of faults) {
    const steps = stepsTo(field);
    const path = steps.join('.');
    if (!misfits.has(path)) draft.note(draft.sourceOf(field), message);
    misfits.set(path, steps);
  }
  // From the last to the first, so that the places of list items hold.
  for (const steps of [...misfits.values()].toReversed()) remove(draft.patch, steps);
}

/** `images[3].url` -> images, 3: of a list's item, the whole item goes. */
function stepsTo(path: string): readonly string[] {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const item = steps.findIndex((step) => /^\d+$/.test(step));
  return item < 0 ? steps : steps.slice(0, item + 1);
}

function remove(patch: Tree, steps: readonly string[]): void {
  let tree: unknown = patch;
  for (const step of steps.slice(0, -1)) tree = (tree as Tree | undefined)?.[step];
  const last = steps.at(-1) ?? '';
  if (Array.isArray(tree)) tree.splice(Number(last), 1);
  else if (tree) delete (tree as Tree)[last]; // what checkShape walked is a tree
}
