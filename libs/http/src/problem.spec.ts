import type { ExecutionContext } from '@nestjs/common';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyCharacters } from '../../../test/support/any-characters.js';
import { HandlerValue } from './request-value.js';
import { IdentifierPipe } from './identifier.js';
import { problemBody } from './problem-body.js';
import { problems, type Fault, type Problem } from './problem.js';

const faults = (count: number): Fault[] =>
  Array.from({ length: count }, (_, at) => ({ parameter: `p${at}`, message: 'is wrong' }));

/** One problem of each kind. */
const everyProblem: Problem[] = [
  problems.invalidParameters(faults(1)),
  problems.invalidBody([{ field: 'name', message: 'is wrong' }]),
  problems.unexpectedBody(),
  problems.malformedRequest('It is.'),
  problems.unauthenticated(),
  problems.accountDisabled(),
  problems.forbidden('Not yours.'),
  problems.notFound('house'),
  problems.routeNotFound(),
  problems.methodNotAllowed(['GET', 'HEAD']),
  problems.requestTimeout(),
  problems.duplicateAccessKey(),
  problems.duplicateSlug(),
  problems.subAccountsExist([5, 7]),
  problems.preconditionFailed('If-Match'),
  problems.bodyTooLarge(),
  problems.tooManyFeeds(20),
  problems.tooManyEnquiries('An address may send 10 enquiries an hour', 9),
  problems.unsupportedMediaType(),
  problems.tooManyRequests(9),
  problems.exportUnderWay(9),
  problems.replayUnderWay(),
  problems.tooManyStreams(3),
  problems.invalidCursor([]),
  problems.cursorExpired('/everything'),
  problems.headersTooLarge(),
  problems.invalidIdempotencyKey(),
  problems.idempotencyKeyInUse(),
  problems.idempotencyKeyReused(),
  problems.lastCredential(),
  problems.tooManyCredentials('read', []),
  problems.tooManySearches('10000 saved searches'),
  problems.internal(new Error('secret cause')),
  problems.unavailable(new Error('secret cause')),
];

describe('the table of problems', () => {
  it('gives each problem the code, status and title of its kind', () => {
    const kinds = new Map(Object.values(problems).map(({ code, status, title }) => [code, { status, title }]));
    expect(kinds.size).toBe(Object.keys(problems).length);
    expect(everyProblem.map(({ code }) => code).sort()).toEqual([...kinds.keys()].sort());
    for (const problem of everyProblem) {
      expect({ status: problem.getStatus(), title: problem.title }).toEqual(kinds.get(problem.code));
      expect(problem.detail).toMatch(/^[A-Z].*\.$/s);
    }
  });

  it('has codes in capitals, and titles without a full stop', () => {
    for (const { code, title, status } of Object.values(problems)) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(title).toMatch(/^[A-Z][^.]*[^.\s]$/);
      expect(status).toSatisfy((number: number) => number >= 400 && number < 600);
    }
  });

  it('adds the headers that its status requires (RFC 9110)', () => {
    const headersOf = (problem: Problem) => problem.extras.headers ?? {};
    expect(headersOf(problems.unauthenticated())).toHaveProperty('WWW-Authenticate');
    expect(headersOf(problems.methodNotAllowed(['GET', 'HEAD']))).toEqual({ Allow: 'GET, HEAD' });
    expect(headersOf(problems.tooManyRequests(9))).toEqual({ 'Retry-After': '9' });
    expect(headersOf(problems.unsupportedMediaType())).toEqual({ 'Accept-Encoding': 'identity' });
  });

  it.each([
    [1, 'Parameter p0: is wrong.', 1],
    [2, 'The request has 2 faults; they are listed in errors.', 2],
    [100, 'The request has 100 faults; they are listed in errors.', 100],
    [101, 'The request has 101 faults; the first 100 are listed in errors.', 100],
    [5000, 'The request has 5000 faults; the first 100 are listed in errors.', 100],
  ])('limits %i faults to a hundred, and states the number', (count, detail, listed) => {
    const problem = problems.invalidBody(faults(count));
    expect(problem.detail).toBe(detail);
    expect(problem.extras.errors).toEqual(faults(listed));
  });
});

describe('the body of a problem (D9)', () => {
  const bodyOf = (problem: Problem, requestId: unknown = 'r-1') =>
    JSON.parse(problemBody(problem, requestId, 'https://directory.example')) as Record<string, unknown>;

  it.each(everyProblem.map((problem) => [problem.code, problem] as const))(
    'of %s never contains its cause',
    (_, problem) => {
      const body = bodyOf(problem);
      const keys = [
        'type',
        'title',
        'status',
        'detail',
        'code',
        'requestId',
        ...(problem.extras.errors ? ['errors'] : []),
      ];
      expect(Object.keys(body)).toEqual(keys);
      expect(body).toMatchObject({
        type: `https://directory.example/docs/errors#${problem.code}`,
        status: problem.getStatus(),
        code: problem.code,
      });
      expect(JSON.stringify(body)).not.toContain('secret cause');
    },
  );

  it('is valid JSON, whatever text a message repeats', () => {
    fc.assert(
      fc.property(anyCharacters(), (message) => {
        const text = JSON.stringify(bodyOf(problems.invalidBody([{ field: message, message }])).errors);
        return text === JSON.stringify([{ field: message, message }]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('IdentifierPipe (D2)', () => {
  const pipe = new IdentifierPipe('house');

  it.each([
    ['7', 7],
    ['007', 7],
    ['2147483647', 2_147_483_647],
    // Well-formed, but no row has it.
    ['2147483648', 0],
    ['9'.repeat(400), 0],
    ['0', 0],
    ['01890A5D-AC96-774B-BCCE-B302099A8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ])('parses %s as %s', (text, identifier) => {
    expect(pipe.transform(text)).toBe(identifier);
  });

  it.each([
    '',
    ' 7',
    '7 ',
    '+7',
    '-7',
    '7.0',
    '1e3',
    '0x7',
    '٧',
    '７',
    'x',
    '7,8',
    '01890a5dac96774bbcceb302099a8057',
    '\0',
  ])('answers %j with 404', (text) => {
    expect(() => pipe.transform(text)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', detail: 'The house does not exist.' }),
    );
  });
});

describe('HandlerValue', () => {
  it('is computed once per handler', () => {
    const handlers = [() => 'a', () => 'b'];
    const contextOf = (at: number) => ({ getHandler: () => handlers[at] }) as unknown as ExecutionContext; // only the methods that are called
    const compute = vi.fn<(context: ExecutionContext) => string>((context) => (context.getHandler() as () => string)());
    const value = new HandlerValue(compute);
    expect([0, 1, 0, 0, 1].map((at) => value.of(contextOf(at)))).toEqual(['a', 'b', 'a', 'a', 'b']);
    expect(compute).toHaveBeenCalledTimes(2);
  });
});
