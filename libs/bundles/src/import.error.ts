/** A source or the store failed while a source was brought in; nothing of that source stays. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(file: string, cause: unknown) {
    super(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
