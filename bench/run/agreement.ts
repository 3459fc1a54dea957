import { isDeepStrictEqual } from 'node:util';
import { isAsked, type RequestClass } from '../classes/request-class.js';
import type { Progress } from '../progress.js';
import type { HttpTarget } from './http-target.js';
import type { StartedTarget } from './start-targets.js';

/** How many requests of each kind are compared. */
const SAMPLE = 15;
/** Of those that must not have been asked the last, which are hardly reached. */
const UNLIKELY = 200;
const LONGEST = 600;

interface Body {
  readonly total?: number;
  readonly data?: readonly Record<string, unknown>[];
}

/** A bundle has no dates of properties: the list of these is the one whose items have their own. */
const isDateOfProperty = (at: string): boolean => /^\.data\.\d+\.(createdAt|updatedAt)$/.test(at);

/** All servers answer like the first. @throws Error with what differs */
export async function compareAll(
  classes: readonly RequestClass[],
  started: readonly StartedTarget[],
  isCopied: boolean,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const [service, ...others] = started.map(({ target }) => target);
  for (const requests of classes) {
    for (const other of others.filter(({ name }) => isAsked(requests.key, name))) {
      signal.throwIfAborted();
      progress.step(`comparing the answers of service and ${other.name}: ${requests.key}`);
      const isLost = isCopied && requests.key === 'n' ? isDateOfProperty : undefined;
      if (service) await ensureAgreement(requests, service, other, isLost);
    }
  }
}

/** Some of them, evenly spread. */
function sampleOf(paths: readonly string[]): string[] {
  const different = [...new Set(paths)];
  const step = Math.max(1, Math.floor(different.length / SAMPLE));
  return different.filter((_, at) => at % step === 0).slice(0, SAMPLE);
}

/**
 * Two servers answer a sample of a class alike.
 *
 * @param isLost what the content of the other has lost on its way: where in an answer it may differ
 * @throws Error with what differs
 */
async function ensureAgreement(
  requests: RequestClass,
  one: HttpTarget,
  other: HttpTarget,
  isLost: (at: string) => boolean = () => false,
): Promise<void> {
  for (const path of [...sampleOf(requests.paths), ...sampleOf(requests.fresh.slice(-UNLIKELY))]) {
    const difference = await differenceAt(path, requests.isConditional, one, other, isLost);
    if (difference) throw new Error(`${one.name} and ${other.name} differ at ${path}\n${difference}`);
  }
}

async function differenceAt(
  path: string,
  isConditional: boolean,
  one: HttpTarget,
  other: HttpTarget,
  isLost: (at: string) => boolean,
): Promise<string | undefined> {
  const [mine, its] = await Promise.all([one.ask(path), other.ask(path)]);
  if (mine.status !== 200 || its.status !== 200) return lines(one, mine.status, other, its.status);
  const [left, right] = [JSON.parse(mine.body) as Body, JSON.parse(its.body) as Body]; // envelopes, or one listing
  if (left.total !== right.total) return `total\n${lines(one, left.total, other, right.total)}`;
  const [leftIds, rightIds] = [idsOf(left), idsOf(right)];
  if (!isDeepStrictEqual(leftIds, rightIds)) return `ids\n${lines(one, leftIds, other, rightIds)}`;
  const whole = firstDifference(left, right, '', isLost);
  if (whole) return `${whole.at}\n${lines(one, whole.left, other, whole.right)}`;
  if (!isConditional) return undefined;
  const again = await Promise.all([
    one.ask(path, { 'if-none-match': mine.etag }),
    other.ask(path, { 'if-none-match': its.etag }),
  ]);
  const statuses = again.map(({ status }) => status);
  return statuses.every((status) => status === 304)
    ? undefined
    : `If-None-Match\n${lines(one, statuses[0], other, statuses[1])}`;
}

const idsOf = ({ data }: Body): unknown[] | undefined =>
  data?.map((item) => item['_id'] ?? item['slug'] ?? item['id'] ?? item['websiteID']);

interface Difference {
  readonly at: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** Where two JSON values first differ; the order of an object's members is of no account. */
function firstDifference(
  left: unknown,
  right: unknown,
  at: string,
  isLost: (at: string) => boolean,
): Difference | undefined {
  if (isDeepStrictEqual(left, right) || isLost(at)) return undefined;
  if (!isObject(left) || !isObject(right)) return { at, left, right };
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = firstDifference(left[name], right[name], `${at}.${name}`, isLost);
    if (found) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const lines = (one: HttpTarget, left: unknown, other: HttpTarget, right: unknown): string =>
  `  ${one.name.padEnd(8)} ${shortened(left)}\n  ${other.name.padEnd(8)} ${shortened(right)}`;

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}
