import { SETTINGS, type Settings } from '@app/config';
import { increment, type AuthFailure } from '@app/metrics';
import { SingleFlight, SnapshotClock } from '@app/cache';
import { limitsOf, logCaller, logRefusedKeys, Problem, problems } from '@app/http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from './caller.js';
import { CallersRepository, type StoredCredential } from './callers.repository.js';
import { CredentialUses } from './credential-uses.job.js';
import type { KeyPair } from './credentials.repository.js';
import { isRefused, hashOf, pairOf, proves } from './keys.js';
import type { Identity } from './dto/identity.fields.js';
import { mayWriteAtAll } from './rights.js';
import { SecretAttempts } from './secret-attempts.js';

/** Compared if the access key is unknown, so that the response takes the same time as for an existing key. */
const NOBODY = hashOf('');

/** The keys of a request, from its headers or its link. */
interface GivenKeys extends KeyPair {
  readonly isLink?: boolean;
}

/** The result of verifying a valid key pair. */
interface Proof {
  readonly caller: Caller;
  readonly secretHash: Buffer;
  /** The label of the pair. */
  readonly label: string;
  /** Whether the account is enabled. */
  readonly isOn: boolean;
}

/** The reason for rejecting a key pair, and whether its access key exists. */
interface Refusal {
  readonly authFailure: AuthFailure;
  readonly isKnown: boolean;
}

const NOT_CHECKED: Refusal = { authFailure: 'not_checked', isKnown: false };
const UNKNOWN_KEY: Refusal = { authFailure: 'unknown_key', isKnown: false };

/** Authenticates requests by their key pair. */
@Injectable()
export class AuthService {
  private readonly rootAccessHash: Buffer;
  private readonly rootSecretHash: Buffer;
  private readonly attempts = new SecretAttempts();
  private readonly lookUps: SingleFlight<StoredCredential>;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly callers: CallersRepository,
    private readonly clock: SnapshotClock,
    private readonly uses: CredentialUses,
  ) {
    this.lookUps = new SingleFlight((accessKey) => callers.find(accessKey));
    this.rootAccessHash = hashOf(settings.rootAccessKey);
    this.rootSecretHash = hashOf(settings.rootSecretKey);
  }

  /** Authenticates a link, or else the key headers. @throws UNAUTHENTICATED, ACCOUNT_DISABLED, TOO_MANY_REQUESTS */
  async authenticate(request: Request, response: Response, link?: string): Promise<Caller> {
    const keys: GivenKeys | undefined = link === undefined ? keysOf(request) : pairOf(link);
    if (!keys) throw refused(request, { authFailure: 'no_keys' });
    const limits = limitsOf(request);
    const { caller, label, isOn } = await this.prove(request, response, keys);
    logCaller(request, loggedCaller(caller, label));
    if (caller.role === 'operator') limits?.pass(request);
    else if (keys.isLink) limits?.spend(limits.links, keys.accessKey, request, response);
    else if (caller.scope === 'public') limits?.spendAsVisitor(caller.credential, request, response);
    else limits?.spend(limits.credentials, keys.accessKey, request, response);
    if (!isOn) {
      increment('auth_failures_total', { reason: 'account_disabled' });
      throw problems.accountDisabled();
    }
    if (caller.credential !== undefined) this.uses.note(caller.credential);
    return caller;
  }

  /** The caller of an open request; undefined if its keys or account are no longer valid. */
  async authenticateAgain(request: Request): Promise<Caller | undefined> {
    const keys = keysOf(request);
    const proof = keys && (await this.verify(request, keys));
    return proof && 'caller' in proof && proof.isOn ? proof.caller : undefined;
  }

  /**
   * Verifies a key pair, unless the address has sent too many wrong ones. @throws UNAUTHENTICATED, TOO_MANY_REQUESTS
   */
  private async prove(request: Request, response: Response, keys: GivenKeys): Promise<Proof> {
    const limits = limitsOf(request);
    const refusal: { found: Refusal } = { found: NOT_CHECKED };
    const verify = async (): Promise<Proof | undefined> => {
      const proof = await this.verify(request, keys);
      if ('caller' in proof) return proof;
      refusal.found = proof;
      return undefined;
    };
    try {
      const proof = await (limits ? this.attempts.attempt(limits, request, response, keys, verify) : verify());
      if (!proof) throw problems.unauthenticated();
      return proof;
    } catch (error) {
      // A database that does not answer is no reason to reject credentials.
      if (error instanceof Problem && error.getStatus() < 500) {
        const { authFailure, isKnown } = refusal.found;
        refused(request, { authFailure, accessKey: shownKey(keys.accessKey, isKnown) });
      }
      throw error;
    }
  }

  /** The caller of a key pair, or the reason for rejecting it. */
  private async verify(request: Request, { accessKey, secretKey, isLink }: GivenKeys): Promise<Proof | Refusal> {
    // Both are compared, so that a wrong secret takes the same time for the operator's access key as for all others.
    const [isRoot, provesRoot] = [proves(accessKey, this.rootAccessHash), proves(secretKey, this.rootSecretHash)];
    if (isRoot && provesRoot && !isLink) {
      const caller: Caller = { role: 'operator', scope: 'full' };
      return { caller, secretHash: this.rootSecretHash, label: '', isOn: true };
    }
    if (isRefused(accessKey)) return UNKNOWN_KEY;
    if (isRefused(secretKey)) return { authFailure: 'wrong_secret', isKnown: isRoot };
    // Looked up for each request, so that a rotation takes effect immediately on every instance (D13). With a wrong
    // secret, the operator's access key is looked up as well, to take the same time.
    const { at, known } = await this.lookUps.answer(accessKey);
    this.clock.note(request, at);
    const isProven = proves(secretKey, known?.secretHash ?? NOBODY);
    if (isRoot || (known && !isProven)) return { authFailure: 'wrong_secret', isKnown: true };
    // A link is valid in the query only, all other pairs in the headers only.
    if (!known || (known.scope === 'link') !== Boolean(isLink)) return UNKNOWN_KEY;
    const scope = known.scope === 'link' ? 'public' : known.scope;
    const { id: credential, label, endsIn, websiteID, name, type, mainWebsiteID, secretHash, status } = known;
    if (websiteID === null) {
      const caller: Caller = { role: 'operator', scope: scope === 'full' ? 'full' : 'read', credential, label };
      return { caller, secretHash, label, isOn: true };
    }
    const validUntil = endsIn === null ? undefined : performance.now() + endsIn;
    return {
      caller: { role: 'account', scope, credential, validUntil, websiteID, name, type, mainWebsiteID },
      secretHash,
      label,
      isOn: status,
    };
  }

  /** The caller as the API shows it, with the accounts that it may write. */
  async identify(caller: Caller): Promise<Identity> {
    if (caller.role === 'operator') {
      const { scope, label: name = '' } = caller;
      const writes = mayWriteAtAll(caller);
      const mayWrite = { everything: writes, websiteIDs: [], creates: writes ? 'any' : 'none' };
      return { role: 'operator', scope, websiteID: null, name, type: '', mainWebsiteID: null, mayWrite };
    }
    const { scope, websiteID, name, type, mainWebsiteID } = caller;
    const writes = mayWriteAtAll(caller);
    const websiteIDs = writes ? await this.callers.writableBy(websiteID) : [];
    const creates = writes && type === 'primary-account' ? 'sub-accounts' : 'none';
    return {
      role: 'account',
      scope,
      websiteID,
      name,
      // Web pages reveal their public key to everyone.
      ...(scope === 'public' ? { type: '', mainWebsiteID: null } : { type, mainWebsiteID }),
      mayWrite: { everything: false, websiteIDs, creates },
    };
  }
}

/** The keys of a request; undefined unless both headers are present. */
function keysOf({ headers }: Request): KeyPair | undefined {
  const { 'x-access-key': accessKey, 'x-secret-key': secretKey } = headers;
  if (typeof accessKey !== 'string' || typeof secretKey !== 'string' || !isHeaderText(accessKey)) {
    return undefined;
  }
  return { accessKey, secretKey };
}

const isHeaderText = (key: string): boolean => key !== '' && key.length <= 500;

/** Counts and logs rejected credentials. @returns the problem */
function refused(
  request: Request,
  { authFailure, accessKey }: { authFailure: AuthFailure; accessKey?: string },
): Problem {
  increment('auth_failures_total', { reason: authFailure });
  logRefusedKeys(request, { authFailure, ...(accessKey !== undefined && { accessKey }) });
  return problems.unauthenticated();
}

const loggedCaller = (caller: Caller, key: string) =>
  caller.role === 'operator' ? { role: caller.role, key } : { role: caller.role, websiteID: caller.websiteID, key };

/** The number of characters logged of an unknown access key, because it may be a secret in the wrong header. */
const SHOWN_OF_UNKNOWN = 4;
const ACCESS_KEY = /^adk_\w{1,60}$/;

/** An access key in the form that the log may contain. */
const shownKey = (key: string, isKnown: boolean): string =>
  isKnown || ACCESS_KEY.test(key) ? key : `${key.slice(0, SHOWN_OF_UNKNOWN).replaceAll(/[^!-~]/g, '?')}…`;
