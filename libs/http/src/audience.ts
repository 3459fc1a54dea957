import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { RequestValue } from './request-value.js';

/** Whom an answer is for: `public` is shown what anybody may see; what is hidden is masked (ADR 29). */
export type Audience = 'clients' | 'public';

const audiences = new RequestValue<Audience>('audience');

/** Stores on a request whom its answer is for; clients, unless it is called. */
export const setAudience = (request: IncomingMessage, audience: Audience): void => audiences.set(request, audience);

/** Whom the answer of a request is for. */
export const audienceOf = (request: IncomingMessage): Audience => audiences.get(request) ?? 'clients';

/** Whom the answer is for, as a handler parameter. */
export const CurrentAudience = createParamDecorator((_: unknown, context: ExecutionContext) =>
  audienceOf(context.switchToHttp().getRequest<Request>()),
);

export const OPEN_TO_PUBLIC_KEYS = 'open to public keys';

/**
 * Opens a handler or a controller to credentials of the scope `public`, which are refused everywhere else: it masks what
 * is hidden (ADR 29). Of writes they may send enquiries (ADR 50).
 */
export const OpenToPublicKeys = () => SetMetadata(OPEN_TO_PUBLIC_KEYS, true);

/** In the tags of single reads for the public, whose versions would count changes that it does not see. No row has it. */
const PUBLIC_VERSION = 0;

/** The version in the tag of a single read. */
export const versionFor = (audience: Audience, version: number): number =>
  audience === 'public' ? PUBLIC_VERSION : version;
