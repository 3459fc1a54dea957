import { SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import type { FieldFault } from '@app/schema';
import type { Hook } from '../dto/account.fields.js';
import { hookTarget, type HookTarget } from './hook-target.js';

/** Checks the URLs of hooks (B18). */
@Injectable()
export class HookTargets {
  private readonly allowed: ReadonlySet<string>;

  constructor(@Inject(SETTINGS) { hooksAllow = [] }: Pick<Settings, 'hooksAllow'>) {
    this.allowed = new Set(hooksAllow);
  }

  /** The destination of a URL, or why it is never called. */
  check(url: string): HookTarget | { readonly fault: string } {
    const target = hookTarget(url, this.allowed);
    return typeof target === 'string' ? { fault: `the URL ${target}` } : target;
  }

  /**
   * The faults of URLs in a body. Stored URLs may be repeated even if they are never called: imports do not check them,
   * and the operator's origins may change.
   */
  faultsOf(hooks: readonly Hook[], stored: readonly Hook[] = []): FieldFault[] {
    const known = new Set(stored.map(({ url }) => url));
    return hooks.flatMap(({ url }, at) => {
      const target = known.has(url) ? undefined : hookTarget(url, this.allowed);
      return typeof target === 'string' ? [{ field: `hooks[${at}].url`, message: target }] : [];
    });
  }
}
