import { expect, it } from 'vitest';
import { unlessAborted } from './interruption.js';

const INTERRUPTION = new Error('interrupted');

it('work gives its result or its error while nobody interrupts', async () => {
  const { signal } = new AbortController();
  await expect(unlessAborted(signal, Promise.resolve('done'))).resolves.toBe('done');
  await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('work that knows no signals is left when somebody does', async () => {
  const controller = new AbortController();
  const endless = unlessAborted(controller.signal, new Promise(() => undefined));
  controller.abort(INTERRUPTION);
  await expect(endless).rejects.toBe(INTERRUPTION);
});

it('nothing is waited for where it was interrupted before', async () => {
  await expect(unlessAborted(AbortSignal.abort(INTERRUPTION), new Promise(() => undefined))).rejects.toBe(INTERRUPTION);
});
