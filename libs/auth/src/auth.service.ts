import { SingleFlight, SnapshotClock } from '@app/cache';
import { limitsOf, problems } from '@app/http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthSettings } from './auth.settings.js';
import type { Caller } from './caller.js';
import { CallersRepository, type Found } from './callers.repository.js';
import { CredentialUses } from './credential-uses.job.js';
import type { KeyPair } from './credentials.repository.js';
import { isRefused } from './refused-keys.js';
import type { Identity } from './identity.fields.js';
import { mayWriteAtAll } from './rights.js';
import { SecretAttempts } from './secret-attempts.js';
import { hashOf, proves } from './secrets.js';

/** Compared with when the access key is unknown, so that the answer takes the same time as for an existing key. */
const NOBODY = hashOf('');

/** What a valid key pair proves. */
interface Proof {
  readonly caller: Caller;
  readonly secretHash: Buffer;
  /** Whether the account is enabled. */
  readonly isOn: boolean;
}

/** Identifies the owner of a key pair. */
@Injectable()
export class AuthService {
  private readonly rootAccessHash: Buffer;
  private readonly rootSecretHash: Buffer;
  private readonly attempts = new SecretAttempts();
  private readonly lookUps: SingleFlight<Found>;

  constructor(
    settings: AuthSettings,
    private readonly callers: CallersRepository,
    private readonly clock: SnapshotClock,
    private readonly uses: CredentialUses,
  ) {
    this.lookUps = new SingleFlight((accessKey) => callers.find(accessKey));
    this.rootAccessHash = hashOf(settings.rootAccessKey);
    this.rootSecretHash = hashOf(settings.rootSecretKey);
  }

  /** Authenticates the key headers of a request. @throws UNAUTHENTICATED, ACCOUNT_DISABLED, TOO_MANY_REQUESTS */
  async authenticate(request: Request, response: Response): Promise<Caller> {
    const keys = keysOf(request);
    const limits = limitsOf(request);
    const verify = () => this.verify(request, keys);
    const proof = await (limits ? this.attempts.attempt(limits, request, response, keys, verify) : verify());
    if (!proof) throw problems.unauthenticated();
    const { caller } = proof;
    if (caller.role === 'operator') limits?.pass(request);
    else if (caller.scope === 'public') limits?.spendAsVisitor(caller.credential, request, response);
    else limits?.spend(limits.credentials, keys.accessKey, request, response);
    if (!proof.isOn) throw problems.accountDisabled();
    if (caller.credential !== undefined) this.uses.note(caller.credential);
    return caller;
  }

  /** The caller of a request that was authenticated before; undefined when its keys or its account no longer are valid. */
  async authenticateAgain(request: Request): Promise<Caller | undefined> {
    const proof = await this.verify(request, keysOf(request));
    return proof?.isOn ? proof.caller : undefined;
  }

  /** The owner of the keys; undefined when the secret key does not belong to the access key. */
  private async verify(request: Request, { accessKey, secretKey }: KeyPair): Promise<Proof | undefined> {
    // Both are compared: a wrong secret takes the same time for the operator's access key as for all others.
    const [isRoot, provesRoot] = [proves(accessKey, this.rootAccessHash), proves(secretKey, this.rootSecretHash)];
    if (isRoot && provesRoot) {
      return { caller: { role: 'operator', scope: 'full' }, secretHash: this.rootSecretHash, isOn: true };
    }
    if (isRefused(accessKey) || isRefused(secretKey)) return undefined;
    // Looked up for each request, so that a rotated key is valid, and the old one invalid, at once on every instance
    // (D13). The operator's access key is looked up as well when its secret is wrong.
    const { at, known } = await this.lookUps.answer(accessKey);
    this.clock.note(request, at);
    if (!proves(secretKey, known?.secretHash ?? NOBODY) || !known || isRoot) return undefined;
    const { id: credential, label, scope, endsIn, websiteID, name, type, mainWebsiteID, secretHash, status } = known;
    if (websiteID === null) {
      const caller: Caller = { role: 'operator', scope: scope === 'full' ? 'full' : 'read', credential, label };
      return { caller, secretHash, isOn: true };
    }
    const validUntil = endsIn === null ? undefined : performance.now() + endsIn;
    return {
      caller: { role: 'account', scope, credential, validUntil, websiteID, name, type, mainWebsiteID },
      secretHash,
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
      type,
      mainWebsiteID,
      mayWrite: { everything: false, websiteIDs, creates },
    };
  }
}

/** @throws UNAUTHENTICATED unless both headers are present */
function keysOf({ headers }: Request): KeyPair {
  const { 'x-access-key': accessKey, 'x-secret-key': secretKey } = headers;
  if (typeof accessKey !== 'string' || typeof secretKey !== 'string' || !isHeaderText(accessKey)) {
    throw problems.unauthenticated();
  }
  return { accessKey, secretKey };
}

const isHeaderText = (key: string): boolean => key !== '' && key.length <= 500;
