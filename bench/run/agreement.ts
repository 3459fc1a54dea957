import { isDeepStrictEqual } from 'node:util';
import type { RequestClass } from '../classes/request-class.js';
import type { Progress } from '../progress.js';
import { firstDifference, MemberLedger, type Comparison } from './difference.js';
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
const isDateOfProperty = (place: string): boolean => /^\.data\[\]\.(createdAt|updatedAt)$/.test(place);

/** All servers answer like the first; another commit as far as both have the same fields. @throws Error with what differs */
export async function compareAll(
  classes: readonly RequestClass[],
  [first, ...others]: readonly StartedTarget[],
  isCopied: boolean,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  for (const { target, isAsked } of first ? others : []) {
    const oneSided: string[] = [];
    for (const requests of classes.filter(isAsked)) {
      signal.throwIfAborted();
      progress.step(`comparing the answers of service and ${target.name}: ${requests.key}`);
      const isLost = isCopied && requests.key === 'n' ? isDateOfProperty : () => false;
      const members = target.name === 'against' ? new MemberLedger() : undefined;
      if (first) await ensureAgreement(requests, first.target, target, { isLost, members });
      oneSided.push(...(members?.places ?? []));
    }
    reportOneSided(oneSided, progress);
  }
}

function reportOneSided(places: readonly string[], progress: Progress): void {
  if (places.length === 0) return;
  progress.say(`Not compared, as only one of the commits has them: ${[...new Set(places)].join(', ')}`);
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
 * @throws Error with what differs
 */
async function ensureAgreement(
  requests: RequestClass,
  one: HttpTarget,
  other: HttpTarget,
  comparison: Comparison,
): Promise<void> {
  const ensureNone = (difference: string | undefined, where: string) => {
    if (difference) throw new Error(`${one.name} and ${other.name} differ ${where}\n${difference}`);
  };
  for (const path of [...sampleOf(requests.paths), ...sampleOf(requests.fresh.slice(-UNLIKELY))]) {
    ensureNone(await differenceAt(path, requests.isConditional, one, other, comparison), `at ${path}`);
  }
  const missing = comparison.members?.missing;
  ensureNone(missing && `${missing.at}\n${lines(one, missing.left, other, missing.right)}`, `in class ${requests.key}`);
}

async function differenceAt(
  path: string,
  isConditional: boolean,
  one: HttpTarget,
  other: HttpTarget,
  comparison: Comparison,
): Promise<string | undefined> {
  const [mine, its] = await Promise.all([one.ask(path), other.ask(path)]);
  if (mine.status !== 200 || its.status !== 200) return lines(one, mine.status, other, its.status);
  const [left, right] = [JSON.parse(mine.body) as Body, JSON.parse(its.body) as Body]; // envelopes, or one listing
  if (left.total !== right.total) return `total\n${lines(one, left.total, other, right.total)}`;
  const [leftIds, rightIds] = [idsOf(left), idsOf(right)];
  if (!isDeepStrictEqual(leftIds, rightIds)) return `ids\n${lines(one, leftIds, other, rightIds)}`;
  const whole = firstDifference(left, right, comparison);
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

const lines = (one: HttpTarget, left: unknown, other: HttpTarget, right: unknown): string =>
  `  ${one.name.padEnd(8)} ${shortened(left)}\n  ${other.name.padEnd(8)} ${shortened(right)}`;

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}
