import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { RequestValue } from './request-value.js';

/** Whom an answer is for: `public` is shown what anybody may see; what is hidden is masked (ADR 29). */
export type Audience = 'clients' | 'public';

/** For whom an answer is. */
export interface Recipient {
  readonly audience: Audience;
  /**
   * The account of the caller, where the answer depends on it: the website of a `public` key also shows its past listings
   * (B53), and of listings with one `uniqueID` those that the account shows come first (D2).
   */
  readonly siteID?: number;
}

const CLIENTS: Recipient = { audience: 'clients' };

const recipients = new RequestValue<Recipient>('recipient');

/** Stores on a request whom its answer is for; clients, unless it is called. */
export const setRecipient = (request: IncomingMessage, recipient: Recipient): void =>
  recipients.set(request, recipient);

/** Whom the answer of a request is for. */
export const recipientOf = (request: IncomingMessage): Recipient => recipients.get(request) ?? CLIENTS;

/** Names a recipient: equal names see the same. */
export const recipientName = ({ audience, siteID }: Recipient): string =>
  siteID === undefined ? audience : `${audience} of ${siteID}`;

/** Whom the answer is for, as a handler parameter. */
export const CurrentRecipient = createParamDecorator((_: unknown, context: ExecutionContext) =>
  recipientOf(context.switchToHttp().getRequest<Request>()),
);

/** The audience of the answer, as a handler parameter. */
export const CurrentAudience = createParamDecorator(
  (_: unknown, context: ExecutionContext) => recipientOf(context.switchToHttp().getRequest<Request>()).audience,
);

export const OPEN_TO_PUBLIC_KEYS = 'open to public keys';

/**
 * What a handler shows to `public` keys: the same to all, or more to the key of the website's account (B53). `own`: to
 * other keys of accounts as well, whose own listings come first (D2).
 */
export type ShownToPublicKeys = 'same' | 'site' | 'own';

/**
 * Opens a handler or a controller to credentials of the scope `public`, which are refused everywhere else: it masks what
 * is hidden (ADR 29). Of writes they may send enquiries (ADR 50).
 */
export const OpenToPublicKeys = (shows: ShownToPublicKeys = 'same') => SetMetadata(OPEN_TO_PUBLIC_KEYS, shows);

/** In the tags of single reads for the public, whose versions would count changes that it does not see. No row has it. */
const PUBLIC_VERSION = 0;

/** The version in the tag of a single read. */
export const versionFor = (audience: Audience, version: number): number =>
  audience === 'public' ? PUBLIC_VERSION : version;
