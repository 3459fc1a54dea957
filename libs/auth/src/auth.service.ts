import { Moments, SharedQuestions } from '@app/freshness';
import { problems } from '@app/http';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { Request } from 'express';
import { EntityManager } from 'typeorm';
import { AuthSettings } from './auth.settings.js';
import type { Caller } from './caller.js';
import { CredentialsRepository } from './credentials.repository.js';
import type { Identity } from './identity.fields.js';
import { hashOf, proves } from './secrets.js';

/** Stands in for the hash of an unknown key, so that it costs the same time as a known one. */
const NOBODY = hashOf('');

/** Who a pair of keys belongs to. */
@Injectable()
export class AuthService {
  private readonly rootAccessHash: Buffer;
  private readonly rootSecretHash: Buffer;
  private readonly lookups = new SharedQuestions((accessKey) => this.credentials.find(this.store, accessKey));

  constructor(
    settings: AuthSettings,
    private readonly credentials: CredentialsRepository,
    private readonly moments: Moments,
    @InjectEntityManager() private readonly store: EntityManager,
  ) {
    this.rootAccessHash = hashOf(settings.rootAccessKey);
    this.rootSecretHash = hashOf(settings.rootSecretKey);
  }

  /** Whose key headers a request carries. @throws UNAUTHENTICATED, ACCOUNT_DISABLED */
  async authenticate(request: Request): Promise<Caller> {
    const { 'x-access-key': accessKey, 'x-secret-key': secretKey } = request.headers;
    if (typeof accessKey !== 'string' || typeof secretKey !== 'string' || !isHeaderText(accessKey)) {
      throw problems.unauthenticated();
    }
    if (proves(accessKey, this.rootAccessHash)) {
      if (!proves(secretKey, this.rootSecretHash)) throw problems.unauthenticated();
      return { role: 'operator' };
    }
    // Asked for each request: a rotated key works, and the old one stops, at once on every instance (D13).
    const { moment, known } = await this.lookups.answer(accessKey);
    this.moments.note(request, moment);
    if (!proves(secretKey, known?.secretHash ?? NOBODY) || !known) throw problems.unauthenticated();
    if (!known.status) throw problems.accountDisabled();
    const { websiteID, name, type, mainWebsiteID } = known;
    return { role: 'account', websiteID, name, type, mainWebsiteID };
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
