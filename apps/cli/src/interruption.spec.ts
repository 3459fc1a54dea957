import { expect, it } from 'vitest';
import { unlessAborted } from './interruption.js';

const INTERRUPTION = new Error('interrupted');

it('returns the result or the error of the work', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(signal, Promise.resolve('done'))).resolves.toBe('done');
  await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('rejects on an interruption, even if the work ignores signals', async () => {
  const controller = new AbortController();
  const endless = unlessAborted(controller.signal, new Promise(() => undefined));
  controller.abort(INTERRUPTION);
  await expect(endless).rejects.toBe(INTERRUPTION);
});

it('rejects at once if the signal was aborted before', async () => {
  await expect(unlessAborted(AbortSignal.abort(INTERRUPTION), new Promise(() => undefined))).rejects.toBe(INTERRUPTION);
});
