import type { IncomingMessage } from 'node:http';
import type { Owner } from '@app/concurrency';
import { RequestValue } from './request-value.js';

const owners = new RequestValue<Owner>('owner');

/** Stores on a request for whom it is counted. */
export const setOwner = (request: IncomingMessage, owner: Owner): void => owners.set(request, owner);

/** For whom a request is counted that the guard has let pass. */
export function ownerOf(request: IncomingMessage): Owner {
  const owner = owners.get(request);
  if (owner === undefined) throw new Error('A public path has no owner');
  return owner;
}
