import { expect, it } from 'vitest';
import { ADDRESS, feedOf } from '../../support/feed-texts.js';
import { entryOf } from '../../support/feed-entries.js';
import { createAccount, createSubAccount, specService, type Keys } from '@testing';

const service = specService();

const entry = (headline: number) => entryOf(`${ADDRESS}<headline>${headline}</headline>`);
const flood = feedOf(...Array.from({ length: 5_000 }, (_, at) => entry(at)));
const push = (body: string, as: Keys, query = '') =>
  service.post<{ id: number }>(`/api/v1/feeds${query}`, body, { as, headers: { 'content-type': 'application/xml' } });

it('a feed of one entry is imported within three seconds, whatever feeds of others are waiting', async () => {
  const [one, two] = [await createAccount(service), await createAccount(service)];
  for (const query of ['', '?dryRun=true']) {
    for (let at = 0; at < 3; at += 1) await push(flood, await createSubAccount(service, one), query);
    const begun = performance.now();
    const { body } = await push(feedOf(entry(0)), two);
    const state = async () => (await service.get<{ state: string }>(`/api/v1/feeds/${body.id}`)).body.state;
    await expect.poll(state, { timeout: 30_000 }).toBe('done');
    const ms = Math.round(performance.now() - begun);
    expect(ms).toBeLessThan(3_000);
  }
});
