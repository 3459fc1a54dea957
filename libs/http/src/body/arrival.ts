import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problems, type Problem } from '../problem.js';
import { BodyBudget, type ArrivingBody } from './body-budget.js';
import { JSON_BOUNDS } from './json-bounds.js';

/** A value may come by itself; what is cut smaller costs more than what it brings. */
const MAX_PIECES = JSON_BOUNDS.values;
/** What holding a piece costs beside its bytes. */
const PIECE_BYTES = 200;

const budget = new BodyBudget(32 * JSON_BOUNDS.bytes);
/** The body that is read from a connection; there is one at a time. */
const arrivals = new WeakMap<Socket, Arrival>();
const broken = new WeakMap<Socket, Problem>();

/** Ends the body that is read from a connection, or will be: no more of it can be understood. */
export function breakBody(connection: Socket, problem: Problem): void {
  broken.set(connection, problem);
  arrivals.get(connection)?.fail(problem);
}

/**
 * All bytes of a body.
 *
 * @throws BODY_TOO_LARGE, REQUEST_TIMEOUT, UNAVAILABLE (too many bodies at once), MALFORMED_REQUEST (it ends too early)
 */
export function receiveBody(request: IncomingMessage, response: ServerResponse, seconds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const problem = broken.get(request.socket);
    if (problem) reject(problem);
    else if (Number(request.headers['content-length'] ?? 0) > JSON_BOUNDS.bytes) reject(problems.bodyTooLarge());
    else {
      // Whoever waits for a word before sending hears it only now.
      if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
      arrivals.set(request.socket, new Arrival(request, seconds, resolve, reject));
    }
  });
}

/** A body on its way: its pieces, and what can end it. */
class Arrival implements ArrivingBody {
  held = 0;
  private readonly pieces: Buffer[] = [];
  private size = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly request: IncomingMessage,
    seconds: number,
    private readonly resolve: (bytes: Buffer) => void,
    private readonly reject: (problem: Problem) => void,
  ) {
    this.timer = setTimeout(() => this.fail(problems.requestTimeout()), seconds * 1000);
    budget.begin(this);
    request.on('data', this.take).once('end', this.finish).once('error', this.cut).once('close', this.cut);
  }

  giveWay(): void {
    this.fail(problems.unavailable(new Error('Too many bodies are arriving')));
  }

  fail(problem: Problem): void {
    this.stop();
    // What still comes is thrown away, so that the client comes to read its answer.
    this.request.resume();
    this.reject(problem);
  }

  private readonly take = (piece: Buffer): void => {
    this.size += piece.length;
    if (this.size > JSON_BOUNDS.bytes) return this.fail(problems.bodyTooLarge());
    if (this.pieces.push(piece) > MAX_PIECES) {
      return this.fail(problems.malformedRequest(`The body has more than ${MAX_PIECES} chunks.`));
    }
    this.held += piece.length + PIECE_BYTES;
    budget.grow(piece.length + PIECE_BYTES);
  };

  private readonly finish = (): void => {
    this.stop();
    this.resolve(this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces, this.size));
  };

  private readonly cut = (): void => this.fail(problems.malformedRequest('The body is incomplete.'));

  private stop(): void {
    clearTimeout(this.timer);
    budget.end(this);
    this.request.off('data', this.take).off('end', this.finish).off('close', this.cut);
    // An error that comes later, when the connection goes, is nobody's affair.
    arrivals.delete(this.request.socket);
  }
}
