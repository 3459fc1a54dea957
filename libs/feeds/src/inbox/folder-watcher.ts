import { watch, type FSWatcher } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a folder changes or a time has passed: not every file system reports changes. */
export class FolderWatcher {
  private readonly watchers = new Map<string, FSWatcher>();
  private happened = new AbortController();

  /** Calls `onChange` when something in the folder changes. */
  listen(folder: string, onChange: () => void): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        onChange();
        this.happened.abort();
      });
      watcher.on('error', () => this.forget(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // Without notifications the folder is found by the regular scan.
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
