import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Owner } from '@app/concurrency';
import { problems, type Problem } from '../problem.js';
import { ownerOf } from '../request-owner.js';
import { BodyBudget, type ArrivingBody } from './body-budget.js';
import { brokenBody, forgetReceiver, incompleteBody, setReceiver } from './broken-bodies.js';
import { JSON_BOUNDS } from './json-bounds.js';

/** A body may arrive one value at a time; smaller pieces cost more memory than they are worth. */
const MAX_PIECES = JSON_BOUNDS.values;
/** Approximate memory of a piece, besides its bytes. */
const PIECE_BYTES = 200;

const budget = new BodyBudget(32 * JSON_BOUNDS.bytes);

/**
 * Receives a whole body.
 *
 * @throws BODY_TOO_LARGE, REQUEST_TIMEOUT, UNAVAILABLE (too many bodies at once), MALFORMED_REQUEST (it ends too early)
 */
export function receiveBody(request: IncomingMessage, response: ServerResponse, seconds: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const problem = brokenBody(request.socket);
    if (problem) reject(problem);
    else if (Number(request.headers['content-length'] ?? 0) > JSON_BOUNDS.bytes) reject(problems.bodyTooLarge());
    // The client may have gone while the guards decided: no event tells of it again.
    else if (request.destroyed) reject(incompleteBody());
    else {
      // A client that waits for 100 Continue is answered only now, after the guards.
      if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
      setReceiver(request.socket, new BodyReceiver(request, seconds, resolve, reject));
    }
  });
}

/** A body that is being received: its pieces, and the events that can end it. */
class BodyReceiver implements ArrivingBody {
  readonly owner: Owner;
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
    this.owner = ownerOf(request);
    this.timer = setTimeout(() => this.fail(problems.requestTimeout()), seconds * 1000);
    budget.begin(this);
    request.on('data', this.take).once('end', this.finish).once('error', this.cut).once('close', this.cut);
  }

  giveWay(): void {
    this.fail(problems.unavailable(new Error('Too many bodies are arriving')));
  }

  fail(problem: Problem): void {
    this.stop();
    // Discards the rest, so that the client gets to reading the response.
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

  private readonly cut = (): void => this.fail(incompleteBody());

  private stop(): void {
    clearTimeout(this.timer);
    budget.end(this);
    this.request.off('data', this.take).off('end', this.finish).off('close', this.cut);
    // Later errors of the closed connection are ignored.
    forgetReceiver(this.request.socket);
  }
}
