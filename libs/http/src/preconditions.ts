import { hash } from 'node:crypto';
import { problems } from './problem.js';

/** A strong ETag made of the version, which `If-Match` is compared with, and a hash of the response. */
export function etagOf(version: number, answer: string): string {
  return `"${version}-${hash('sha1', answer, 'base64url').slice(0, 16)}"`;
}

/** A weak ETag: whoever has the same contents has the same answer, whatever it was made of. */
export const contentTagOf = (answer: string): string => `W/"${hash('sha1', answer, 'base64url')}"`;

/** Compares `If-Match` with the current version (D17). @throws PRECONDITION_FAILED */
export function ensureMatches(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.some((tag) => tag.startsWith(`"${version}-`) && tag.endsWith('"'))) throw problems.preconditionFailed();
}

const OPAQUE = /"[^"]*"/g;

/** Whether `If-None-Match` lists a tag; the comparison ignores weakness (RFC 9110, 13.1.2). */
export function listsTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.match(OPAQUE)?.includes(tag.replace(/^W\//, '')) === true;
}
