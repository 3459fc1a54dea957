import { ProblemError } from 'agency-directory-client';

/** The size of an answer in bytes. */
const MOST_BYTES = 4_000;

/** The question cannot be answered; the message says what to ask instead. */
export class Unanswerable extends Error {}

/** A text on one line, without control, direction and other invisible characters, which may hide words. @param {string} text */
export const plain = (text) => text.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, ' ').trim();

/** The beginning of a text. @param {string} text */
export const clipped = (text, most = 160) =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/** A text that is not larger than an answer. @param {string} text */
export const fitting = (text) =>
  Buffer.byteLength(text) > MOST_BYTES
    ? `${Buffer.from(text)
        .toString('utf8', 0, MOST_BYTES - 6)
        .replace(/\uFFFD+$/, '')}…`
    : text;

/** The parts that are not empty. @param {readonly (string | false | 0 | undefined)[]} parts */
export const joined = (parts, by = ', ') => parts.filter(Boolean).join(by);

/** The items that an answer has room for. @param {string} head @param {readonly string[]} items @param {string | false} [foot] */
export function listed(head, items, foot) {
  for (let shown = items.length; ; shown -= 1) {
    const left = shown < items.length && `${items.length - shown} more are left out: set limit ${shown}.`;
    const text = joined([head, ...items.slice(0, shown), left, foot], '\n\n');
    if (shown === 0 || Buffer.byteLength(text) <= MOST_BYTES) return text;
  }
}

/** The reason for a failure, in words for a model. @param {unknown} error */
export function reasonOf(error) {
  if (error instanceof Unanswerable) return error.message;
  const later = 'Try again later.';
  if (!(error instanceof ProblemError)) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    return `The directory cannot be reached. ${later}`;
  }
  const { status, detail, errors, retryAfterMs = 1_000 } = error;
  const faults = errors.map((fault) => `${'parameter' in fault ? fault.parameter : fault.field}: ${fault.message}`);
  if (status === 400)
    return joined(['The directory refuses the question.', ...faults, faults.length === 0 && detail], '\n');
  if (status === 401 || status === 403) return `The directory refuses the key pair of this server: ${detail}`;
  if (status === 404) return 'The directory has nothing by this name or number, or does not show it any more.';
  if (status === 429) return `The directory has too many requests. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  return `The directory answers with status ${status}. ${later}`;
}
