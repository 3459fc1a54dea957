import { isDeepStrictEqual } from 'node:util';
import type { RequestClass } from '../classes/request-class.js';
import type { Target } from './target.js';

/** The classes that a target supports. */
export type Known = ReadonlyMap<Target, readonly RequestClass[]>;

/** Number of requests of each kind that are compared. */
const SAMPLE = 15;
/** New requests from the end of the list, which measurements rarely reach. */
const LAST = 200;
const LONGEST = 600;

/** Checks that all targets answer samples of their classes like the first. @throws Error with the difference */
export async function compareAll(classes: readonly RequestClass[], targets: readonly Target[]): Promise<Known> {
  const known = new Map<Target, readonly RequestClass[]>();
  const [first] = targets;
  for (const target of targets) {
    const its: RequestClass[] = [];
    for (const requests of classes) if (await target.has(requests)) its.push(requests);
    known.set(target, its);
    if (first && target !== first) for (const requests of its) await compare(requests, first, target);
  }
  return known;
}

async function compare(requests: RequestClass, first: Target, second: Target): Promise<void> {
  const { scope } = requests;
  for (const path of [...sampleOf(requests.paths), ...sampleOf(requests.fresh.slice(-LAST))]) {
    const [left, right] = await Promise.all([first.ask(path, scope), second.ask(path, scope)]);
    const isRight = left.status === 200 && right.status === 200;
    // Another commit may have more members, and may show other fields to websites.
    const read = scope === 'public' ? itemsOf : parse;
    const difference = isRight
      ? differenceOf(read(left.body), read(right.body), second.name === 'baseline')
      : `status ${left.status} and ${right.status}`;
    if (difference) throw new Error(`${first.name} and ${second.name} differ at ${path}\n${difference}`);
  }
}

const parse = (body: string): unknown => JSON.parse(body);

/** The total and the ids of a response, without other fields; for a calendar its events. */
export function itemsOf(body: string): unknown {
  if (!body.startsWith('{')) return body.match(/^UID:.*/gm) ?? [];
  // The members of all classes.
  const { total, id, data } = JSON.parse(body) as { total?: number; id?: number; data?: { id?: number }[] };
  return { total, id, ids: data?.map((item) => item.id) };
}

/** Selects evenly spread items. */
function sampleOf(paths: readonly string[]): string[] {
  const different = [...new Set(paths)];
  const step = Math.max(1, Math.floor(different.length / SAMPLE));
  return different.filter((_, at) => at % step === 0).slice(0, SAMPLE);
}

/** Describes the first difference of two JSON values. `isPartial` compares only members that both have. */
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
