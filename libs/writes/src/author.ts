import { RequestValue } from '@app/http';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** The author of a write: the caller of a request, or a command of the operator. */
export type Author = RequestAuthor | CommandAuthor;

/** The caller of a request. */
export type RequestAuthor = ProvenKeys & { readonly request: Request };

/** The verified keys of a request. */
export type ProvenKeys = OperatorKeys | AccountKeys;

interface OperatorKeys {
  readonly role: 'operator';
  /** The named key pair; undefined: the pair of the environment, which is not stored. */
  readonly credential?: number;
  readonly label?: string;
}

interface AccountKeys {
  readonly role: 'account';
  readonly websiteID: number;
  /** The id of the stored key pair. */
  readonly credential: number;
}

/** A command on the command line, or the inbox process. */
export interface CommandAuthor {
  readonly role: 'operator';
  readonly scope: 'full';
  /** The command without its values: `import`, `keys create`. */
  readonly command: string;
}

export const byCommand = (command: string): CommandAuthor => ({ role: 'operator', scope: 'full', command });

/** The verified keys of a request, set by the guard. */
export const provenKeys = new RequestValue<ProvenKeys>('proven keys');

/** The id of a request's stored key pair; 0: the operator's pair of the environment, which is not stored. */
export function credentialOf(request: IncomingMessage): number {
  const keys = provenKeys.get(request);
  if (!keys) throw new Error('A public path has no credential');
  return keys.credential ?? 0;
}
