import { expect } from 'vitest';
import { exchange } from './exchange.js';
import { operator, type Answer, type TestService } from './service.js';

/** The body of all errors (D9). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { parameter?: string; field?: string; message: string }[];
}

/** Patterns that no answer may contain: a stack, SQL, a path of the file system, the name or version of a library. */
const SECRETS =
  /\bat .+:\d+|\.(ts|js):\d|node_modules|\/work\/|\/tmp\/|\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE)\b.+\b(accounts|agents|suburbs|credentials)\b|typeorm|postgres|express|nestjs|QueryFailed|TypeError|SyntaxError|Unexpected token|JSON at position/i;

interface Raw {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** Sends a request as the operator, unchanged: no content type or encoding is added. */
export async function send(
  service: TestService,
  method: string,
  path: string,
  raw: Raw = {},
): Promise<Answer<Problem>> {
  const { headers = {}, body } = raw;
  const { text, ...response } = await exchange(service.address + path, {
    method,
    headers: { 'x-access-key': operator.accessKey, 'x-secret-key': operator.secretKey, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { ...response, body: JSON.parse(text || 'null') as Problem };
}

/** Expects an answer to be a problem in the common format that reveals no internals. */
export function expectProblem({ status, headers, body }: Answer<Problem>, expected: number, code: string): void {
  expect({ status, code: body.code }).toEqual({ status: expected, code });
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('x-request-id')).toBe(body.requestId);
  const { errors: _errors, ...problem } = body;
  expect(problem).toEqual({
    // With PUBLIC_URL it is a complete URL.
    type: expect.stringMatching(new RegExp(`^(https://[^/]+(/\\w+)?)?/docs/errors#${code}$`)),
    title: expect.stringMatching(/./),
    status: expected,
    detail: expect.stringMatching(/./),
    code,
    requestId: expect.stringMatching(/^[\w.:-]{8,128}$/),
  });
  expect(JSON.stringify(body)).not.toMatch(SECRETS);
  expect([...headers.keys()]).not.toContain('x-powered-by');
}
