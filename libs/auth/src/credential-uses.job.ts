import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CredentialUsesRepository } from './credential-uses.repository.js';

const HOUR_MS = 3_600_000;
/** A database that does not answer does not hold up the end. */
const LAST_MS = 1_000;

/** Notes in memory when key pairs are used, and stores it once an hour: a request never writes for it (B19). */
@Injectable()
export class CredentialUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CredentialUses.name);
  private timer: NodeJS.Timeout | undefined;
  private used = new Map<number, number>();

  constructor(private readonly repository: CredentialUsesRepository) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), HOUR_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await Promise.race([this.flush(), sleep(LAST_MS, undefined, { ref: false })]);
  }

  /** Notes that a pair is being used. */
  note(credential: number): void {
    this.used.set(credential, performance.now());
  }

  /** Stores what was noted. What cannot be stored is no fault of a request, and tried again in an hour. */
  async flush(): Promise<void> {
    const { used } = this;
    if (used.size === 0) return;
    this.used = new Map();
    const now = performance.now();
    try {
      await this.repository.save(new Map([...used].map(([id, at]) => [id, now - at])));
    } catch (error) {
      this.used = new Map([...used, ...this.used]);
      this.logger.warn(`The last uses of credentials were not stored: ${String(error)}`);
    }
  }
}
