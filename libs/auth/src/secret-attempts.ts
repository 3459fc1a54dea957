import { clientAddress, exceeded, problems, type RateLimits } from '@app/http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { KeyPair } from './credentials.repository.js';
import { proves } from './keys.js';

/** A secret of this length, which every generated one has, cannot be guessed with any number of attempts. */
const UNGUESSABLE = 24;

const MAX_PROVEN = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The result of verifying a valid secret. */
interface Proof {
  readonly secretHash: Buffer;
}

/**
 * Counts wrong secrets per address. It stops guessing without locking out other clients behind the same address (ADR
 * 11). When an address has used up its failures, a secret is verified only if it was verified from that address before,
 * or is too long to guess. A wrong secret and an unverified one get the same 429.
 */
export class SecretAttempts {
  /** SHA-256 of the last valid secret, by address and access key. */
  private readonly proven = new LRUCache<string, Buffer>({ max: MAX_PROVEN, ttl: DAY_MS });
  private readonly turns = new Map<string, Promise<unknown>>();

  /** The proof that `verify` finds. @throws UNAUTHENTICATED, TOO_MANY_REQUESTS */
  async attempt<P extends Proof>(
    limits: RateLimits,
    request: Request,
    response: Response,
    keys: KeyPair,
    verify: () => Promise<P | undefined>,
  ): Promise<P> {
    const address = clientAddress(request);
    const holder = `${address} ${keys.accessKey}`;
    const known = this.proven.get(holder);
    const isKnown = () => known !== undefined && proves(keys.secretKey, known);
    const isLong = keys.secretKey.length >= UNGUESSABLE;
    const look = async (): Promise<P> => {
      const { failures, addresses } = limits;
      const isSpent = failures.look(address).left <= 0;
      if (isSpent && !isKnown() && !(isLong && addresses.look(address).left > 0)) {
        throw this.refuse(limits, address, request, response);
      }
      const proof = await verify();
      if (!proof) {
        failures.take(address);
        // Checks beyond the limit count against the address as well.
        if (isSpent) addresses.take(address);
        throw isSpent ? this.refuse(limits, address, request, response) : this.fail(limits, address, request, response);
      }
      if (!known?.equals(proof.secretHash)) this.proven.set(holder, proof.secretHash);
      return proof;
    };
    return isLong || isKnown() ? look() : this.inTurn(address, look);
  }

  private fail(limits: RateLimits, address: string, request: Request, response: Response) {
    limits.tell([[limits.failures, limits.failures.look(address)]], request, response);
    return problems.unauthenticated();
  }

  private refuse(limits: RateLimits, address: string, request: Request, response: Response) {
    const allowance = limits.failures.look(address);
    limits.tell([[limits.failures, allowance]], request, response);
    return exceeded([[limits.failures, allowance]]);
  }

  /** Runs possible guesses from one address sequentially, so that all of them are counted. */
  private async inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(address) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.turns.set(address, settled);
    try {
      return await turn;
    } finally {
      if (this.turns.get(address) === settled) this.turns.delete(address);
    }
  }
}
