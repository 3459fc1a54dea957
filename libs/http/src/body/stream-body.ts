import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Problem, problems } from '../problem.js';
import { RequestValue } from '../request-value.js';

/** Whether a request announces a body of at least one byte. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The compression of a body, by `Content-Encoding`. */
export const contentCodingOf = ({ 'content-encoding': coding = 'identity' }: IncomingMessage['headers']): string =>
  coding.toLowerCase().replace('x-gzip', 'gzip');

const MB = 1024 * 1024;

export interface StreamLimits {
  /** Maximum size of a body. */
  readonly megabytes: number;
  /** Maximum duration of a stall; a slower body is aborted. */
  readonly seconds: number;
  /** Whether the timeout applies to the whole body. */
  readonly isWhole?: boolean;
}

const broken = new RequestValue<Problem>('broken body');
const incompleteBody = (): Problem => problems.malformedRequest('The body is incomplete.');

/** Aborts the body of a request, even if it is read later, because the rest cannot be parsed. */
export function breakBody(request: IncomingMessage, problem: Problem): void {
  broken.set(request, problem);
  if (request.listenerCount('error') > 0) request.emit('error', problem);
}

/**
 * The chunks of a body as they arrive; each is read on demand. A gzip body is decompressed: both forms have the maximum size.
 * @throws BODY_TOO_LARGE, REQUEST_TIMEOUT, MALFORMED_REQUEST (the body ends too early, or is no gzip)
 */
export async function* streamBody(
  request: IncomingMessage,
  response: ServerResponse,
  { megabytes, seconds, isWhole = false }: StreamLimits,
): AsyncGenerator<Buffer, void> {
  const problem = broken.get(request);
  if (problem) throw problem;
  if (Number(request.headers['content-length'] ?? 0) > megabytes * MB) throw problems.bodyTooLarge(megabytes);
  // The client may have left while the guards ran; the event would not be emitted again.
  if (request.destroyed) throw incompleteBody();
  // `100 Continue` is not sent before the guards have accepted the request.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  const pieces = atMost(megabytes, new Pieces(request, seconds * 1000, isWhole));
  yield* contentCodingOf(request.headers) === 'gzip' ? atMost(megabytes, gunzipped(pieces)) : pieces;
}

async function* gunzipped(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const arrived = pipeline(pieces, gunzip);
  arrived.catch(() => undefined); // gunzip throws it as well
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await arrived;
  } catch (error) {
    throw error instanceof Problem
      ? error
      : problems.malformedRequest(`The body is not valid gzip: ${(error as Error).message}.`);
  }
}

async function* atMost(megabytes: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > megabytes * MB) throw problems.bodyTooLarge(megabytes);
    yield piece;
  }
}

/** Reads one chunk at a time and pauses the connection in between. */
class Pieces {
  private piece: Buffer | undefined;
  private isOver = false;
  private problem: Problem | undefined;
  private wake: () => void = () => undefined;
  private readonly until: number;

  constructor(
    private readonly request: IncomingMessage,
    private readonly idleMs: number,
    isWhole: boolean,
  ) {
    this.until = isWhole ? performance.now() + idleMs : Infinity;
    request.on('data', this.take).once('end', this.finish).once('error', this.cut).once('close', this.cut);
    request.pause();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    try {
      for (let piece = await this.next(); piece; piece = await this.next()) yield piece;
    } finally {
      this.end();
    }
  }

  /** The next chunk; undefined at the end. @throws Problem */
  private async next(): Promise<Buffer | undefined> {
    if (!this.isOver && !this.problem) await this.arrival();
    if (this.problem) throw this.problem;
    const { piece } = this;
    this.piece = undefined;
    return piece;
  }

  private end(): void {
    this.request.off('data', this.take).off('end', this.finish).off('close', this.cut);
    // Discards the rest, so that the client reads the response; later connection errors are ignored.
    this.request.resume();
  }

  private async arrival(): Promise<void> {
    const ms = Math.min(this.idleMs, this.until - performance.now());
    const timer = setTimeout(() => this.cut(problems.requestTimeout()), ms);
    const arrived = new Promise<void>((resolve) => (this.wake = resolve));
    this.request.resume();
    await arrived;
    clearTimeout(timer);
  }

  private readonly take = (piece: Buffer): void => {
    this.request.pause();
    this.piece = piece;
    this.wake();
  };

  private readonly finish = (): void => {
    this.isOver = true;
    this.wake();
  };

  private readonly cut = (error?: Error): void => {
    if (!this.isOver) this.problem ??= error instanceof Problem ? error : incompleteBody();
    this.wake();
  };
}
