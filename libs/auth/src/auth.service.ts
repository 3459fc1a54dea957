import { Moments, Remembered } from '@app/freshness';
import { problems } from '@app/http';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Request } from 'express';
import { EntityManager } from 'typeorm';
import { AuthSettings } from './auth.settings.js';
import type { Caller } from './caller.js';
import { CredentialsRepository, type KnownCredential } from './credentials.repository.js';
import type { Identity } from './identity.fields.js';
import { hashOf, proves } from './secrets.js';

/** Stands in for the hash of an unknown key, so that it costs the same time as a known one. */
const NOBODY = hashOf('');

/** Room for some ten thousand credentials. */
const REMEMBERED_BYTES = 4 * 1024 * 1024;
const CREDENTIAL_BYTES = 300;

/** Who a pair of keys belongs to. */
@Injectable()
export class AuthService {
  private readonly rootSecretHash: Buffer;
  private readonly remembered = new Remembered<KnownCredential>(REMEMBERED_BYTES, () => CREDENTIAL_BYTES);

  constructor(
    private readonly settings: AuthSettings,
    private readonly credentials: CredentialsRepository,
    private readonly moments: Moments,
    @InjectEntityManager() private readonly store: EntityManager,
  ) {
    this.rootSecretHash = hashOf(settings.rootSecretKey);
  }

  /** Whose key headers a request carries. @throws UNAUTHENTICATED, ACCOUNT_DISABLED */
  async authenticate(request: Request): Promise<Caller> {
    const { 'x-access-key': accessKey, 'x-secret-key': secretKey } = request.headers;
    if (typeof accessKey !== 'string' || typeof secretKey !== 'string' || !isHeaderText(accessKey)) {
      throw problems.unauthenticated();
    }
    if (proves(accessKey, hashOf(this.settings.rootAccessKey))) {
      if (!proves(secretKey, this.rootSecretHash)) throw problems.unauthenticated();
      return { role: 'operator' };
    }
    const known = await this.find(request, accessKey);
    if (!proves(secretKey, known?.secretHash ?? NOBODY) || !known) throw problems.unauthenticated();
    if (!known.status) throw problems.accountDisabled();
    const { websiteID, name, type, mainWebsiteID } = known;
    return { role: 'account', websiteID, name, type, mainWebsiteID };
  }

  /** A rotated key works, and the old one stops, at once on every instance (D13): asked again after every commit. */
  private async find(request: Request, accessKey: string): Promise<KnownCredential | undefined> {
    const moment = await this.moments.of(request);
    const remembered = this.remembered.get(accessKey, moment);
    if (remembered) return remembered;
    const known = await this.credentials.find(this.store, accessKey);
    if (known) this.remembered.set(accessKey, moment, known);
    return known;
  }

  /** The caller in the words of the API, with what it may write now. */
  async identify(caller: Caller): Promise<Identity> {
    if (caller.role === 'operator') {
      const mayWrite = { everything: true, websiteIDs: [], creates: 'any' };
      return { role: 'operator', websiteID: null, name: '', type: '', mainWebsiteID: null, mayWrite };
    }
    const { websiteID, name, type, mainWebsiteID } = caller;
    const websiteIDs = await this.credentials.writableBy(this.store, websiteID);
    const creates = type === 'primary-account' ? 'sub-accounts' : 'none';
    return {
      role: 'account',
      websiteID,
      name,
      type,
      mainWebsiteID,
      mayWrite: { everything: false, websiteIDs, creates },
    };
  }
}

const isHeaderText = (key: string): boolean => key !== '' && key.length <= 500;
