import { OperatorError } from '@app/process';

/** Why the embedded PostgreSQL server can't run, in words for whoever starts the service. */
export class EmbeddedServerError extends OperatorError {
  override readonly name = 'EmbeddedServerError';

  /** The error itself if it is one of these, else one that says what was being done to whom. */
  static from(error: unknown, dataDir: string): EmbeddedServerError {
    if (error instanceof EmbeddedServerError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new EmbeddedServerError(`The embedded PostgreSQL server in ${dataDir} failed: ${reason}`, { cause: error });
  }
}
