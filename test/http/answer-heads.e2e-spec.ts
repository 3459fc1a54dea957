import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, operator, specService } from '@testing';

/** The length of all headers of a response. */
const MAX_HEAD_BYTES = 4096;
const LISTS = ['websites', 'agents', 'suburbs', 'suburbs/postcodes', 'listings', 'properties'];

const service = specService();

beforeAll(async () => {
  for (let count = 0; count < 3; count++) await createAccount(service);
});

/** The response to a request line and headers that are sent unchanged. */
async function raw(line: string, headers: string[] = []): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  const keys = [`x-access-key: ${operator.accessKey}`, `x-secret-key: ${operator.secretKey}`];
  socket.write([line, 'Host: evil.example', ...keys, ...headers, 'Connection: close', '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { head, body };
}

/** Without headers that differ in each request, or with commits of others. */
const lasting = (head: string): string => head.replace(/^(X-Request-Id|Date|ETag|Changes-Cursor): .*$/gim, '');

const rels = (head: string): string[] => [...head.matchAll(/rel="(\w+)"/g)].map(([, rel = '']) => rel);
/** A query string whose links are some bytes long. */
const query = (bytes: number) => `name=${','.repeat(Math.floor(bytes / 3))}&limit=1&page=2`;

describe('the headers of a response', () => {
  it('stay below 4 kB; links are omitted: first, prev and last, then all', async () => {
    for (const [bytes, expected] of [
      [0, ['first', 'prev', 'next', 'last']],
      [600, ['first', 'prev', 'next', 'last']],
      [2400, ['next']],
      [9000, []],
    ] as const) {
      const filler = `s=%20${'%20'.repeat(bytes / 3)}&limit=1&page=2`;
      const { head } = await raw(`GET /api/v1/websites?${filler} HTTP/1.1`, [`X-Request-Id: ${'x'.repeat(128)}`]);
      expect(head).toMatch(/^HTTP\/1\.1 200/);
      expect(rels(head)).toEqual(expected);
      expect(head.length).toBeLessThan(MAX_HEAD_BYTES);
    }
  });

  it('stay below 4 kB for every list and every error', async () => {
    const targets = [
      ...LISTS.flatMap((list) => [0, 700, 2800, 9000].map((bytes) => `/api/v1/${list}?${query(bytes)}`)),
      `/${'x'.repeat(9000)}`,
      `/api/v1/websites/${'1'.repeat(9000)}`,
      `/api/v1/websites?${'x'.repeat(9000)}=1`,
    ];
    for (const target of targets) {
      for (const method of ['GET', 'PATCH']) {
        const { head } = await raw(`${method} ${target} HTTP/1.1`, [`X-Request-Id: ${'y'.repeat(128)}`]);
        expect(head).toMatch(/^HTTP\/1\.1 [24]/);
        expect(head.length).toBeLessThan(MAX_HEAD_BYTES);
      }
    }
  });
});

describe('a request target in absolute form', () => {
  it.each(['/api/v1/websites?limit=1', '/v1/accounts?limit=1', '/api/v1/websites/1', '/v1/accounts/1', '/livez'])(
    'is answered like %s, and reflects no host',
    async (path) => {
      const plain = await raw(`GET ${path} HTTP/1.1`);
      expect(plain.head).toMatch(/^HTTP\/1\.1 200/);
      for (const host of ['http://evil.example', 'HTTPS://user:pass@evil.example:8080']) {
        const absolute = await raw(`GET ${host}${path} HTTP/1.1`);
        expect(absolute.body).toBe(plain.body);
        expect(lasting(absolute.head)).toBe(lasting(plain.head));
        expect(absolute.head + absolute.body).not.toContain('evil');
      }
    },
  );
});
