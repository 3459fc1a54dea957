import { OperatorError } from '@app/process';

/** The embedded PostgreSQL server cannot run; the message is for the operator. */
export class EmbeddedServerError extends OperatorError {
  override readonly name = 'EmbeddedServerError';

  /** Returns an EmbeddedServerError as it is, and wraps any other error with the context. */
  static from(error: unknown, dataDir: string): EmbeddedServerError {
    if (error instanceof EmbeddedServerError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new EmbeddedServerError(`The embedded PostgreSQL server in ${dataDir} failed: ${reason}`, { cause: error });
  }
}
