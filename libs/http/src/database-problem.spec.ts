import { describe, expect, it } from 'vitest';
import { databaseProblem } from './problem.filter.js';

const failure = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('databaseProblem (D9)', () => {
  it.each(['22021', '22P05', '22P02', '22003', '22007', '22008', '54000'])(
    '%s: a value that cannot be stored is a client error',
    (code) => {
      expect(databaseProblem(failure(code))).toMatchObject({ code: 'MALFORMED_REQUEST', status: 400 });
    },
  );

  it.each(
    (
      '08006 08P01 28000 28P01 3D000 53100 53300 55000 55P03 57014 57P01 57P02 57P03 57P05 ' +
      '40001 40P01 25006 ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'
    ).split(' '),
  )('%s: the database is not available', (code) => {
    const problem = databaseProblem(failure(code, 'SELECT secret FROM accounts'));
    expect(problem).toMatchObject({ code: 'UNAVAILABLE', status: 503, extras: { headers: { 'Retry-After': '5' } } });
    expect(problem?.detail).not.toContain('SELECT');
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Cannot use a pool after calling end on the pool',
    'Client has encountered a connection error and is not queryable',
  ])('%s: the connection is lost', (message) => {
    expect(databaseProblem(new Error(message))).toMatchObject({ status: 503 });
  });

  it.each([
    failure('23505'),
    failure('42P01'),
    failure('2F000'),
    new Error('bug'),
    new TypeError('x'),
    'text',
    undefined,
  ])('ignores other errors', (error) => {
    expect(databaseProblem(error)).toBeUndefined();
  });
});
