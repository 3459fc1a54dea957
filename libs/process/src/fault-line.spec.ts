import { expect, it } from 'vitest';
import { faultLine, OperatorError } from './fault-line.js';

const coded = (code: string, message = 'it says', more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

it.each([
  [new OperatorError('Do this.'), 'Do this.'],
  [
    coded('EADDRINUSE', '', { address: '0.0.0.0', port: 3000 }),
    'PORT: 3000 of 0.0.0.0 is already used by another process',
  ],
  [coded('EACCES', '', { syscall: 'listen', port: 80 }), 'PORT: this user may not listen on 80'],
  [coded('EACCES', "EACCES: permission denied, open 'x'"), "EACCES: permission denied, open 'x'"],
  [coded('ENOENT', "ENOENT: no such file, open 'x'", { syscall: 'open' }), "ENOENT: no such file, open 'x'"],
  [coded('ENOENT', '', { syscall: 'connect' }), 'DATABASE_URL: PostgreSQL cannot be reached (ENOENT)'],
  [
    new AggregateError([coded('ECONNREFUSED', '', { address: '::1', port: 1 })]),
    'DATABASE_URL: PostgreSQL cannot be reached at ::1:1 (ECONNREFUSED)',
  ],
  [new Error('timeout expired'), 'DATABASE_URL: timeout expired'],
  [coded('53100', 'could not extend file "base/1/2"'), 'DATABASE_URL: could not extend file "base/1/2"'],
  [
    coded('08001', 'away for 4 s', { cause: coded('ECONNREFUSED', '', { address: '::1', port: 1 }) }),
    'DATABASE_URL: PostgreSQL cannot be reached at ::1:1 (ECONNREFUSED)',
  ],
  [coded('28P01', 'password authentication failed for user "x"'), /^DATABASE_URL: password authentication failed/],
  [coded('08P01', 'server login failed'), 'DATABASE_URL: server login failed'],
  [coded('42501', 'permission denied for schema public'), /lacks a privilege: permission denied .*OPERATING/],
])('describes %s', (error, line) => {
  expect(faultLine(error)).toMatch(line);
});

it.each([[new TypeError('x is undefined')], [coded('42601', 'syntax error')], ['thrown'], [undefined]])(
  'leaves %s to the stack trace',
  (error) => {
    expect(faultLine(error)).toBeUndefined();
  },
);
