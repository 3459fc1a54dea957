import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { problems } from './problem.js';

/** The conditions of a write (RFC 9110, 13.1). */
export interface Preconditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The conditions of the request, as a handler parameter. */
export const CurrentPreconditions = createParamDecorator((_: unknown, context: ExecutionContext): Preconditions => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
});

/** A strong ETag made of the version, which `If-Match` is compared with, and a hash of the response. */
export function etagOf(version: number, answer: string): string {
  return `"${version}-${hash('sha1', answer, 'base64url').slice(0, 16)}"`;
}

/** A weak ETag: whoever has the same contents has the same answer, whatever it was made of. */
export const contentTagOf = (answer: string): string => `W/"${hash('sha1', answer, 'base64url')}"`;

/**
 * Compares the conditions of a write with the version of the resource that is there (D17): each of its representations has a
 * tag of its own, and all begin with the version. @throws PRECONDITION_FAILED
 */
export function ensureMet({ ifMatch, ifNoneMatch }: Preconditions, version: number): void {
  const isOfVersion = (tag: string): boolean => tag.startsWith(`"${version}-`) && tag.endsWith('"');
  if (ifMatch !== undefined && !isAny(ifMatch) && !tagsOf(ifMatch).some(isOfVersion)) {
    throw problems.preconditionFailed('If-Match');
  }
  if (ifNoneMatch === undefined) return;
  if (isAny(ifNoneMatch) || tagsOf(ifNoneMatch).some((tag) => isOfVersion(tag.replace(/^W\//, '')))) {
    throw problems.preconditionFailed('If-None-Match');
  }
}

/** Whether `If-Match` of a read lists the tag of its answer, in any coding; a weak tag is never equal (RFC 9110, 8.8.3.2). */
export const isMatched = (ifMatch: string, tag: string): boolean =>
  isAny(ifMatch) || (!tag.startsWith('W/') && tagsOf(ifMatch).map(withoutCoding).includes(withoutCoding(tag)));

const isAny = (condition: string): boolean => condition.trim() === '*';

const tagsOf = (condition: string): string[] => condition.split(',').map((tag) => tag.trim());

/** A tag without what `tagInCoding` adds. */
const withoutCoding = (tag: string): string => tag.replace(/-(?:br|gzip)"$/, '"');

const OPAQUE = /"[^"]*"/g;

/** Whether `If-None-Match` lists a tag; the comparison ignores weakness (RFC 9110, 13.1.2). */
export function listsTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.match(OPAQUE)?.includes(tag.replace(/^W\//, '')) === true;
}
