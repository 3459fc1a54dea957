import { readQuery } from '@app/lists';
import { ListingsQuery } from '@app/listings';
import { beforeAll, expect, it } from 'vitest';
import { ListingsController } from '../../libs/listings/src/listings.controller.js';
import { specService } from '@testing';

const service = specService();

beforeAll(async () => {
  await service.store.dataSource.query('ALTER TABLE listings RENAME TO absent');
});

it('the stack trace of a failed list includes the repository and the controller', async () => {
  const failed = service.app.get(ListingsController).list(readQuery(ListingsQuery, {}), { audience: 'clients' });
  const stack = await failed.then(
    () => '',
    (error: unknown) => (error instanceof Error ? (error.stack ?? '') : ''),
  );
  const frames = [...stack.matchAll(/at (?:async )?(\w+\.\w+) /g)].map(([, frame]) => frame);
  const ours = ['PageReader.read', 'ListingsService.list', 'ListingsController.list'];
  expect(stack).toContain('relation "listings" does not exist');
  expect(frames.filter((frame) => ours.includes(frame ?? ''))).toEqual(ours);
});
