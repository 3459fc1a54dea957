import type { ServerResponse } from 'node:http';
import { whenClosed } from '@app/http';
import type { Loan } from './body-arena.js';

/** A body that a response sends: it is lent until the operating system has all of it, for a client may read slowly. */
export function readBy(response: ServerResponse, { body, end }: Loan): Buffer {
  // The client may have gone while the body was made.
  whenClosed(response, end);
  return body;
}
