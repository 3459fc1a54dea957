import { getSystemErrorMap } from 'node:util';

/** The error code of a system error, such as `ENOENT`; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The system's reason without the path: "permission denied". Undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return undefined;
  return getSystemErrorMap().get(error.errno)?.[1];
}
