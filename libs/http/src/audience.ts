import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { RequestValue } from './request-value.js';

/** The audience of an answer: `public` sees what is on offer (ADR 29). */
export type Audience = 'clients' | 'public';

/** The recipient of an answer: the operator, the account of a pair, or a `public` key. */
export interface Recipient {
  readonly audience: Audience;
  /**
   * The account of the caller, if the answer depends on it: it sees whole what it shows, and of other listings what these do
   * not hide (B72); the website of a `public` key also shows its past listings (B53). Among listings with equal `uniqueID`
   * the account's own come first (D2). Clients without it are the operator.
   */
  readonly siteID?: number;
}

/** Sees everything. */
export const OPERATOR: Recipient = { audience: 'clients' };

const recipients = new RequestValue<Recipient>('recipient');

/** Sets the recipient of a request's answer; default: the operator. */
export const setRecipient = (request: IncomingMessage, recipient: Recipient): void =>
  recipients.set(request, recipient);

/** The recipient of a request's answer. */
export const recipientOf = (request: IncomingMessage): Recipient => recipients.get(request) ?? OPERATOR;

/** The name of a recipient: recipients with equal names get equal answers. */
export const recipientName = ({ audience, siteID }: Recipient): string =>
  siteID === undefined ? audience : `${audience} of ${siteID}`;

/** The recipient of the answer, as a handler parameter. */
export const CurrentRecipient = createParamDecorator((_: unknown, context: ExecutionContext) =>
  recipientOf(context.switchToHttp().getRequest<Request>()),
);

export const OPEN_TO_PUBLIC_KEYS = 'open to public keys';

/**
 * The data that a handler shows: the same to all keys; the same to all `public` keys, and to the pair of an account more of its own
 * listings (`own`, B72); or to either more of these (`site`, B53).
 */
export type ShownToPublicKeys = 'same' | 'own' | 'site';

/**
 * Opens a handler or a controller to credentials of the scope `public`, which all other handlers refuse. It masks hidden data
 * (ADR 29). Their only writes are enquiries (ADR 50).
 */
export const OpenToPublicKeys = (shows: ShownToPublicKeys = 'same') => SetMetadata(OPEN_TO_PUBLIC_KEYS, shows);

/** The version in public tags of single reads: row versions would reveal changes of hidden data. No row has it. */
const PUBLIC_VERSION = 0;

/** The version in the tag of a single read. */
export const versionFor = (audience: Audience, version: number): number =>
  audience === 'public' ? PUBLIC_VERSION : version;
