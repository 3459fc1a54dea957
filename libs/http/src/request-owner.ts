import type { IncomingMessage } from 'node:http';
import { runRequest, setRequester, type Owner, type Requester } from '@app/fairness';
import type { RequestHandler } from 'express';
import { RequestValue } from './request-value.js';

const owners = new RequestValue<Owner>('owner');

/** Makes the SQL statements of a request wait in the queue of its owner. */
export const ownTurns: RequestHandler = (_request, _response, next) => runRequest(next);

/** Sets the owner that a request is counted for. */
export function setOwner(request: IncomingMessage, requester: Requester): void {
  owners.set(request, requester.owner);
  setRequester(requester);
}

/** The owner that an authenticated request is counted for. */
export function ownerOf(request: IncomingMessage): Owner {
  const owner = owners.get(request);
  if (owner === undefined) throw new Error('A public path has no owner');
  return owner;
}
