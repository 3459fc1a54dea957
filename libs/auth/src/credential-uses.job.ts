import { RecurringJob } from '@app/writes';
import { Injectable } from '@nestjs/common';
import { CredentialUsesRepository } from './credential-uses.repository.js';

const HOUR_MS = 3_600_000;

/** Records the use of key pairs in memory and stores it once an hour, so that requests do not write (B19). */
@Injectable()
export class CredentialUses extends RecurringJob {
  private used = new Map<number, number>();

  constructor(private readonly repository: CredentialUsesRepository) {
    super(HOUR_MS, 'The last uses of credentials were not stored');
  }

  override beforeApplicationShutdown(): Promise<void> {
    void this.run();
    return super.beforeApplicationShutdown();
  }

  /** Records that a key pair is being used. */
  note(credential: number): void {
    this.used.set(credential, performance.now());
  }

  protected async work(): Promise<void> {
    const { used } = this;
    if (used.size === 0) return;
    this.used = new Map();
    const now = performance.now();
    try {
      await this.repository.save(new Map([...used].map(([id, at]) => [id, now - at])));
    } catch (error) {
      this.used = new Map([...used, ...this.used]);
      throw error;
    }
  }
}
