import { MIMEType } from 'node:util';
import { AccountsRepository } from '@app/accounts';
import { callerOf, ensureMayWrite, ensureMayWriteAtAll, type Caller } from '@app/auth';
import { mainAccountOf, OPERATOR } from '@app/fairness';
import { contentCodingOf, hasBody, problems } from '@app/http';
import { readQuery } from '@app/lists';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { FeedUploadsRepository } from './feed-uploads.repository.js';
import { PushFeedQuery } from '../dto/push-feed.query.js';
import { feedTask, type FeedTask } from './received-feed.js';

/** The most waiting feeds of a main account with its sub-accounts. */
export const MOST_WAITING = 20;

const REAXML = new Set(['application/xml', 'text/xml']);
const NDJSON = 'application/x-ndjson';

/** The accepted media types. */
export const FEED_TYPES = ['application/xml', NDJSON] as const;

/** Determines how a feed is imported, before its body is read. */
@Injectable()
export class FeedTaskGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly uploads: FeedUploadsRepository,
  ) {}

  /** @throws FORBIDDEN, NOT_FOUND, INVALID_PARAMETERS, UNSUPPORTED_MEDIA_TYPE, MALFORMED_REQUEST, TOO_MANY_FEEDS */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = callerOf(context);
    ensureMayWriteAtAll(caller);
    const query = readQuery(PushFeedQuery, request.query);
    const isBundle = contentTypeOf(request) === NDJSON;
    if (isBundle && caller.role !== 'operator')
      throw problems.forbidden('Only the operator may send a bundle; an account sends REAXML.');
    const { kind, mode, dryRun: isDryRun, agentID, offer, confirm, match } = query;
    if (isBundle) refuseForBundle(query);
    else refuseForReaxml(query);
    if (!hasBody(request)) throw problems.malformedRequest('The request has no feed in its body.');
    const account = isBundle ? undefined : await this.accountOf(caller, query);
    const owner = account ? mainAccountOf(account) : OPERATOR;
    if ((await this.uploads.countWaiting(owner)) >= MOST_WAITING) throw problems.tooManyFeeds(MOST_WAITING);
    const websiteID = account?.websiteID ?? null;
    const file = kind ? `${kind}.ndjson` : 'feed.xml';
    const scope = { agentID, offer, confirm, match };
    feedTask.set(request, { websiteID, content: kind ?? 'reaxml', mode, scope, isDryRun, file } satisfies FeedTask);
    return true;
  }

  private async accountOf(caller: Caller, { websiteID }: PushFeedQuery) {
    const id = websiteID ?? (caller.role === 'operator' ? null : caller.websiteID);
    if (id === null) return undefined;
    const account = await this.accounts.owned(id);
    if (!account && caller.role === 'operator') throw problems.notFound('account');
    // Others are refused whether the account exists or not.
    ensureMayWrite(caller, account ?? { websiteID: 0, mainWebsiteID: null });
    return account;
  }
}

/** @throws INVALID_PARAMETERS with every fault */
function refuseForBundle({ kind, mode, websiteID, ...scope }: PushFeedQuery): void {
  const faults = [
    ...(kind ? [] : [{ parameter: 'kind', message: `is required with ${NDJSON}` }]),
    ...(mode === 'full' ? [{ parameter: 'mode', message: 'is for REAXML alone: a bundle has no full mode' }] : []),
    ...(websiteID === undefined
      ? []
      : [{ parameter: 'websiteID', message: 'is for REAXML alone: lines name their account' }]),
    ...(['agentID', 'offer', 'confirm', 'match'] as const)
      .filter((name) => scope[name] !== undefined)
      .map((parameter) => ({ parameter, message: 'is for REAXML alone' })),
  ];
  if (faults.length > 0) throw problems.invalidParameters(faults);
}

/** @throws INVALID_PARAMETERS with every fault */
function refuseForReaxml({ kind, mode, ...scope }: PushFeedQuery): void {
  const ofFull = (['agentID', 'offer', 'confirm'] as const).filter(
    (name) => mode !== 'full' && scope[name] !== undefined,
  );
  const faults = [
    ...(kind ? [{ parameter: 'kind', message: `is for ${NDJSON} alone` }] : []),
    ...ofFull.map((parameter) => ({ parameter, message: 'is for mode=full alone' })),
  ];
  if (faults.length > 0) throw problems.invalidParameters(faults);
}

/** @throws UNSUPPORTED_MEDIA_TYPE */
function contentTypeOf({ headers }: Request): string {
  const types = `${FEED_TYPES[0]} (REAXML), or as ${NDJSON} (lines of a bundle), uncompressed or as gzip`;
  const refused = () => problems.unsupportedMediaType(types, 'gzip, identity');
  if (!['gzip', 'identity'].includes(contentCodingOf(headers))) throw refused();
  let essence: string;
  try {
    ({ essence } = new MIMEType(headers['content-type'] ?? ''));
  } catch {
    throw refused();
  }
  if (essence !== NDJSON && !REAXML.has(essence)) throw refused();
  return essence;
}
