/** How a command ends. */
export const ExitCode = {
  ok: 0,
  /** Some lines were bad; the others are in. */
  someBad: 1,
  /** Nothing was done, or not all that was asked for. */
  failed: 2,
} as const;
