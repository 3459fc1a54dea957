import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@app/schema';

/** The paths of the fields that differ, in the order of `after`: arrays as a whole. A missing field is undefined. */
export function changedPaths(before: object, after: object): string[] {
  const [was, is] = [before, after] as readonly Record<string, unknown>[] as [Fields, Fields]; // objects have fields
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) => {
    const [old, now] = [was[name], is[name]];
    if (isObject(old) && isObject(now)) return changedPaths(old, now).map((path) => `${name}.${path}`);
    return isDeepStrictEqual(old, now) ? [] : [name];
  });
}

type Fields = Readonly<Record<string, unknown>>;
