import type { Request } from 'express';

/** Who writes: the caller of a request, or a command of the operator. */
export type Author = RequestAuthor | CommandAuthor;

/** The caller of a request. */
export type RequestAuthor = (OperatorKeys | AccountKeys) & { readonly request: Request };

/** The operator's pair is no stored credential. */
interface OperatorKeys {
  readonly role: 'operator';
}

interface AccountKeys {
  readonly role: 'account';
  readonly websiteID: number;
  /** The id of the stored pair. */
  readonly credential?: number | undefined;
}

/** The command line, or the inbox that it watches. */
export interface CommandAuthor {
  readonly role: 'operator';
  /** What was called, without its values: `import`, `keys create`. */
  readonly command: string;
}
