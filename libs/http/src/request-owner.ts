import type { IncomingMessage } from 'node:http';
import { runRequest, setRequester, type Owner, type Requester } from '@app/process';
import type { RequestHandler } from 'express';
import { RequestValue } from './request-value.js';

const owners = new RequestValue<Owner>('owner');

/** Has what a request sends to the database wait for the turn of its owner. */
export const ownTurns: RequestHandler = (_request, _response, next) => runRequest(next);

/** Stores on a request for whom it is counted. */
export function setOwner(request: IncomingMessage, requester: Requester): void {
  owners.set(request, requester.owner);
  setRequester(requester);
}

/** For whom a request is counted that the guard has let pass. */
export function ownerOf(request: IncomingMessage): Owner {
  const owner = owners.get(request);
  if (owner === undefined) throw new Error('A public path has no owner');
  return owner;
}
