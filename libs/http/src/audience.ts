import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { RequestValue } from './request-value.js';

/** The audience of a response; `public` sees only listings that are on offer (ADR 19). */
export type Audience = 'clients' | 'public';

/** The recipient of a response: the operator, the account of a key pair, or a `public` key. */
export interface Recipient {
  readonly audience: Audience;
  /**
   * The account of the caller, if the response depends on it. An account sees its own listings in full, and the
   * unmasked data of other listings (B72). The website of a `public` key also sees its own past listings (B53). If
   * listings share a `uniqueID`, the account's own come first (D2). With the audience `clients`, undefined means the
   * operator.
   */
  readonly siteID?: number;
}

/** The operator sees all data. */
export const OPERATOR: Recipient = { audience: 'clients' };

const recipients = new RequestValue<Recipient>('recipient');

/** Sets the recipient of the response to a request; the default is the operator. */
export const setRecipient = (request: IncomingMessage, recipient: Recipient): void =>
  recipients.set(request, recipient);

/** The recipient of the response to a request. */
export const recipientOf = (request: IncomingMessage): Recipient => recipients.get(request) ?? OPERATOR;

/** A cache key: recipients with equal names get equal responses. */
export const recipientName = ({ audience, siteID }: Recipient): string =>
  siteID === undefined ? audience : `${audience} of ${siteID}`;

/** The recipient of the response, as a handler parameter. */
export const CurrentRecipient = createParamDecorator((_: unknown, context: ExecutionContext) =>
  recipientOf(context.switchToHttp().getRequest<Request>()),
);

export const OPEN_TO_PUBLIC_KEYS = 'open to public keys';

/**
 * How the data of a handler depends on the key: `same` for all `public` keys; `own` if a key pair also sees hidden data
 * of its own listings (B72); `site` if a `public` key also sees more of them (B53).
 */
export type ShownToPublicKeys = 'same' | 'own' | 'site';

/**
 * Opens a handler or a controller to credentials of the scope `public`; all other handlers reject them. Responses omit
 * hidden data (ADR 19). Enquiries are the only writes of these credentials (ADR 36).
 */
export const OpenToPublicKeys = (shows: ShownToPublicKeys = 'same') => SetMetadata(OPEN_TO_PUBLIC_KEYS, shows);

/**
 * The version in ETags of single reads for the public. Row versions would reveal changes of hidden data; no row has
 * version 0.
 */
const PUBLIC_VERSION = 0;

/** The version in the ETag of a single read. */
export const versionFor = (audience: Audience, version: number): number =>
  audience === 'public' ? PUBLIC_VERSION : version;
