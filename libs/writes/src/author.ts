import { RequestValue } from '@app/http';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** Who writes: the caller of a request, or a command of the operator. */
export type Author = RequestAuthor | CommandAuthor;

/** The caller of a request. */
export type RequestAuthor = ProvenKeys & { readonly request: Request };

/** The keys that a request has proven. */
export type ProvenKeys = OperatorKeys | AccountKeys;

/** The operator's pair is no stored credential. */
interface OperatorKeys {
  readonly role: 'operator';
}

interface AccountKeys {
  readonly role: 'account';
  readonly websiteID: number;
  /** The id of the stored pair. */
  readonly credential: number;
}

/** The command line, or the inbox that it watches. */
export interface CommandAuthor {
  readonly role: 'operator';
  /** What was called, without its values: `import`, `keys create`. */
  readonly command: string;
}

/** The keys of a request, set by the guard. */
export const provenKeys = new RequestValue<ProvenKeys>('proven keys');

/** The stored pair of a request; 0: that of the operator, which is not stored. */
export function credentialOf(request: IncomingMessage): number {
  const keys = provenKeys.get(request);
  if (!keys) throw new Error('A public path has no credential');
  return keys.role === 'account' ? keys.credential : 0;
}
