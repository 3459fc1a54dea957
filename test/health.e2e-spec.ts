import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestService } from './support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

afterAll(() => service.stop());

describe('health', () => {
  it.each(['/livez', '/readyz'])('%s answers without credentials', async (path) => {
    const { status, body } = await service.get(path, { as: null });
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok' });
  });
});
