type Image = { readonly id: string; readonly type: string };

/** The id of the main image; the others have letters, then pairs of letters, continuing the format's scheme. */
const MAIN = 'm';
const VALID = /^[a-z]{1,2}$/;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

function* freshIds(): Generator<string> {
  for (const first of ['', ...LETTERS]) for (const last of LETTERS) if (first + last !== MAIN) yield first + last;
  for (let number = 1; ; number += 1) yield `x${number}`;
}

/** The ids of images in a feed: kept if the format allows them, else new ones. */
export function imageIds(images: readonly Image[]): string[] {
  const ids = images.map(({ id }) => id);
  const fitting = images.every(({ id, type }) => VALID.test(id) && (id === MAIN) === (type === 'featured'));
  if (fitting && new Set(ids).size === ids.length) return ids;
  const fresh = freshIds();
  const main = images.findIndex(({ type }) => type === 'featured');
  return images.map((_, at) => (at === main ? MAIN : (fresh.next().value as string))); // the generator never ends
}
