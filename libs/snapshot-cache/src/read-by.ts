import type { ServerResponse } from 'node:http';
import type { Loan } from './body-arena.js';

/** A body that a response sends: it is lent until the operating system has all of it, for a client may read slowly. */
export function readBy(response: ServerResponse, { body, end }: Loan): Buffer {
  // The client may have gone while the body was made.
  if (response.closed) end();
  else response.once('close', end);
  return body;
}
