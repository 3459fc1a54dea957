import { createHash } from 'node:crypto';
import { problems } from './problem.js';

/** A strong ETag: the version that `If-Match` is held against, and what tells one answer from another. */
export function etagOf(version: number, answer: string): string {
  return `"${version}-${createHash('sha1').update(answer).digest('base64url').slice(0, 16)}"`;
}

/** Holds `If-Match` against the current version (D17). @throws PRECONDITION_FAILED */
export function ensureMatches(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (!tags.some((tag) => tag.startsWith(`"${version}-`) && tag.endsWith('"'))) throw problems.preconditionFailed();
}

const OPAQUE = /"[^"]*"/g;

/** Whether `If-None-Match` lists a tag; weak and strong ones are the same to it (RFC 9110, 13.1.2). */
export function listsTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.match(OPAQUE)?.includes(tag.replace(/^W\//, '')) === true;
}
