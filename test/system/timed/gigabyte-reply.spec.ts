import { HookTargets } from '@app/accounts';
import { expect, it } from 'vitest';
import { behaviours, startReceiver } from '../../support/hook-receiver.js';
import { UndiciHookSender } from '../../../libs/hooks/src/sending/undici-hook.sender.js';

it.each([1_024, Number.POSITIVE_INFINITY])(
  'a hook reads only the first bytes of a response of %d MB',
  async (megabytes) => {
    await using crm = await startReceiver(behaviours.megabytes(megabytes));
    const sender = new UndiciHookSender(new HookTargets({ hooksAllow: [crm.origin] }));
    const before = process.memoryUsage().rss;
    const reply = await sender.send(crm.origin, {}, '{}', new AbortController().signal);
    expect(reply).toEqual({ status: 200, excerpt: 'x'.repeat(1024), reason: null, retryAfterMs: null });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
    await sender.onApplicationShutdown();
  },
);
