import { SingleFlight } from '@app/cache';
import type { CallersRepository, Found } from './callers.repository.js';

/** No header has it. */
const SEPARATOR = '\n';

/** Looks callers up: several requests of a moment by one statement, none by an answer that is older than itself. */
export class SharedLookups {
  private readonly ofOne: SingleFlight<Found>;
  private readonly ofMany: SingleFlight<ReadonlyMap<string, Found>>;
  private keys = new Set<string>();
  private gathered: Promise<(accessKey: string) => Promise<Found | undefined>> | undefined;

  constructor(callers: CallersRepository) {
    this.ofOne = new SingleFlight((accessKey) => callers.find(accessKey));
    this.ofMany = new SingleFlight((accessKeys) => callers.findAll(accessKeys.split(SEPARATOR)));
  }

  /** Shares a statement with requests that have the same access key. */
  find(accessKey: string): Promise<Found> {
    return this.ofOne.answer(accessKey);
  }

  /** Shares a statement with all requests that look up theirs by this method at the same time. */
  async findTogether(accessKey: string): Promise<Found> {
    this.keys.add(accessKey);
    // They were released by one timer: they all are here before the loop turns.
    this.gathered ??= new Promise((resolve) => setImmediate(() => resolve(this.send())));
    const find = await this.gathered;
    return (await find(accessKey)) ?? this.find(accessKey);
  }

  private send(): (accessKey: string) => Promise<Found | undefined> {
    const keys = [...this.keys].toSorted();
    this.keys = new Set();
    this.gathered = undefined;
    if (keys.length === 1) return (accessKey) => this.find(accessKey);
    const found = this.ofMany.answer(keys.join(SEPARATOR));
    return async (accessKey) => (await found).get(accessKey);
  }
}
