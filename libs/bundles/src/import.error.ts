/** Importing a source failed because of the source or the database; its transaction was rolled back. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
