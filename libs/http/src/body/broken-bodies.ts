import type { Socket } from 'node:net';
import { problems, type Problem } from '../problem.js';

/** A body that is being read. */
interface Receiver {
  fail(problem: Problem): void;
}

/** The body that is being read from each connection; at most one at a time. */
const receivers = new WeakMap<Socket, Receiver>();
const broken = new WeakMap<Socket, Problem>();

/** Why no body can be read from a connection any more. */
export const brokenBody = (connection: Socket): Problem | undefined => broken.get(connection);

/** Tells a receiver when its body cannot be read any further, until `forgetReceiver`. */
export function setReceiver(connection: Socket, receiver: Receiver): void {
  receivers.set(connection, receiver);
}

export function forgetReceiver(connection: Socket): void {
  receivers.delete(connection);
}

/** Aborts the body that is being read from a connection, or the next one: the rest cannot be parsed. */
export function breakBody(connection: Socket, problem: Problem): void {
  broken.set(connection, problem);
  receivers.get(connection)?.fail(problem);
}

export const incompleteBody = (): Problem => problems.malformedRequest('The body is incomplete.');
