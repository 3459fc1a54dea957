import { getSystemErrorMap } from 'node:util';

/** The code of an error of the system, such as ENOENT; empty for others. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What the system says is wrong, without the path: "permission denied". Undefined for other errors. */
export function systemReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return undefined;
  return getSystemErrorMap().get(error.errno)?.[1];
}
