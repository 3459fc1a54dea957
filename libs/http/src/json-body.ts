import { json, type NextFunction, type Request, type Response } from 'express';
import { problems } from './problem.js';

const MAX_DEPTH = 32;

const parse = json({
  limit: '1mb',
  strict: false,
  type: 'application/json',
  verify: (_request, _response, _bytes, charset) => {
    if (charset !== 'utf-8') throw problems.unsupportedMediaType();
  },
});

/** Reads a JSON body: at most 1 MB, at most 32 levels, as application/json and nothing else. */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  if (hasBody(request) && !request.is('application/json')) {
    next(problems.unsupportedMediaType());
    return;
  }
  parse(request, response, (error?: unknown) => {
    if (error !== undefined) next(error);
    else if (isDeeperThan(MAX_DEPTH, request.body)) {
      next(problems.malformedRequest(`The body is nested more than ${MAX_DEPTH} levels deep.`));
    } else next();
  });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Level by level, not by recursion: what is too deep must not exhaust the stack that tells so. */
function isDeeperThan(max: number, root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((value) => typeof value === 'object' && value !== null);
    if (nested.length > 0 && depth >= max) return true;
    level = nested.flatMap((value) => Object.values(value));
  }
  return false;
}
