/**
 * The order of ids in the format: numbers, then letters from `a` to `z` and from `aa` to `zz`. Parts between colons are
 * compared one by one.
 */
export function compareIds(one: string, other: string): number {
  const [ones, others] = [one.split(':'), other.split(':')];
  for (let at = 0; at < Math.min(ones.length, others.length); at += 1) {
    const order = comparePart(ones[at] ?? '', others[at] ?? '');
    if (order !== 0) return order;
  }
  return ones.length - others.length;
}

function comparePart(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : Infinity));
  if (first !== second) return (first ?? 0) - (second ?? 0) || 0;
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}
