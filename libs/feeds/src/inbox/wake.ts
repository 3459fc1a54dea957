import { watch, type FSWatcher } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something happens in folders, or long enough: not every file system tells. */
export class Wake {
  private readonly watchers = new Map<string, FSWatcher>();
  private happened = new AbortController();

  /** Calls back when something happens in a folder. */
  listen(folder: string, onChange: () => void): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        onChange();
        this.happened.abort();
      });
      watcher.on('error', () => this.forget(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // It will be looked at from time to time.
    }
  }

  forget(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, this.happened.signal]) }).catch(() => undefined);
    this.happened = new AbortController();
  }

  close(): void {
    for (const folder of this.watchers.keys()) this.forget(folder);
  }
}
