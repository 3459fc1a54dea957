import { Injectable } from '@nestjs/common';
import { HookSettings } from '../hooks.settings.js';
import { hookTarget, type HookTarget } from './hook-target.js';

/** What hooks may call here (B18). */
@Injectable()
export class HookTargets {
  private readonly allowed: ReadonlySet<string>;

  constructor({ hooksAllow = [] }: HookSettings) {
    this.allowed = new Set(hooksAllow);
  }

  /** Where a URL leads, or why it is never called. */
  judge(url: string): HookTarget | { readonly fault: string } {
    const target = hookTarget(url, this.allowed);
    return typeof target === 'string' ? { fault: `the URL ${target}` } : target;
  }
}
