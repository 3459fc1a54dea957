/** The exit codes of a command. */
export const ExitCode = {
  ok: 0,
  /** Some lines or listings were bad; the others are imported. */
  someBad: 1,
  /** Nothing was done, or not everything that was requested. */
  failed: 2,
  /** Nobody reads the output any more, as in `hooks list | head`: the code of a command that SIGPIPE ended. */
  unread: 141,
} as const;
