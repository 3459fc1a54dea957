import { isDeepStrictEqual } from 'node:util';
import type { RequestClass } from '../classes/request-class.js';
import type { Target } from './target.js';

/** Requests of each kind that are compared. */
const SAMPLE = 15;
/** New requests from the end of their list, which measuring hardly reaches. */
const LAST = 200;
const LONGEST = 600;

/** Whether a target has a class: another commit may not have its path or parameters. */
export async function hasClass(target: Target, { paths: [path = '/'] }: RequestClass): Promise<boolean> {
  return target.name !== 'baseline' || (await target.ask(path)).status === 200;
}

/** Both targets answer a sample of the class alike. @throws Error with the difference */
export async function compare(requests: RequestClass, first: Target, second: Target): Promise<void> {
  // Another commit may have further members.
  const isPartial = second.name === 'baseline';
  for (const path of [...sampleOf(requests.paths), ...sampleOf(requests.fresh.slice(-LAST))]) {
    const [left, right] = await Promise.all([first.ask(path), second.ask(path)]);
    const statuses = [left.status, right.status];
    if (requests.isConditional) {
      const again = [
        first.ask(path, { 'if-none-match': left.etag }),
        second.ask(path, { 'if-none-match': right.etag }),
      ];
      for (const { status } of await Promise.all(again)) if (status !== 304) statuses.push(status);
    }
    const difference = statuses.every((status) => status === 200)
      ? differenceOf(JSON.parse(left.body), JSON.parse(right.body), isPartial)
      : `status: ${statuses.join(', ')}`;
    if (difference) throw new Error(`${first.name} and ${second.name} differ at ${path}\n${difference}`);
  }
}

/** Evenly spread. */
function sampleOf(paths: readonly string[]): string[] {
  const different = [...new Set(paths)];
  const step = Math.max(1, Math.floor(different.length / SAMPLE));
  return different.filter((_, at) => at % step === 0).slice(0, SAMPLE);
}

/** The first difference of two JSON values, in words; `isPartial`: only of members that both have. */
export function differenceOf(left: unknown, right: unknown, isPartial: boolean, at = ''): string | undefined {
  if (isDeepStrictEqual(left, right)) return undefined;
  const isList = Array.isArray(left) && Array.isArray(right);
  if (isObject(left) && isObject(right) && (!isList || left.length === right.length)) {
    const names = Object.keys({ ...left, ...right }).filter((name) => !isPartial || (name in left && name in right));
    for (const name of names) {
      const difference = differenceOf(left[name], right[name], isPartial, `${at}.${name}`);
      if (difference) return difference;
    }
    return undefined;
  }
  const shown = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, LONGEST);
  return `${at}\n  ${shown(left)}\n  ${shown(right)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
