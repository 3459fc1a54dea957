import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.js';
import { postgresUrl } from './environment.parsers.js';
import { EnvironmentError } from './environment.error.js';

const KEY = Buffer.alloc(32, 7);
const SECRETS = {
  ROOT_ACCESS_KEY: 'an-operator-access-key',
  ROOT_SECRET_KEY: 'an-operator-secret-key',
  SECRETS_KEY: KEY.toString('base64'),
};

describe('readEnvironment', () => {
  it('uses the default of an unset or empty variable', () => {
    const defaults = readEnvironment({});
    expect(defaults).toMatchObject({ port: 3000, logLevel: 'info', demoData: 'auto', databasePoolSize: 11 });
    expect(defaults).toMatchObject({ dataDir: resolve('.data'), rateLimit: { requests: 6000, seconds: 60 } });
    expect(defaults.rootAccessKey).toBeUndefined();
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '', ROOT_ACCESS_KEY: '' })).toEqual(defaults);
  });

  it.each<[string, string, object]>([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::1', { host: '::1' }],
    [
      'DATABASE_URL',
      'postgres://user:pass@db:5432/directory',
      { databaseUrl: 'postgres://user:pass@db:5432/directory' },
    ],
    [
      'DATABASE_DIRECT_URL',
      'postgres://user:pass@db:5433/directory',
      { databaseDirectUrl: 'postgres://user:pass@db:5433/directory' },
    ],
    ['DATABASE_WAIT_SECONDS', '0', { databaseWaitSeconds: 0 }],
    ['DATA_DIR', '/var/lib/x', { dataDir: '/var/lib/x' }],
    ['DEMO_DATA', 'off', { demoData: 'off' }],
    ['DRAIN_SECONDS', '0', { drainSeconds: 0 }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['RATE_LIMIT', '600/60', { rateLimit: { requests: 600, seconds: 60 } }],
    ['TRUST_PROXY', '10.0.0.0/8, 2001:db8::/32,loopback', { trustProxy: ['10.0.0.0/8', '2001:db8::/32', 'loopback'] }],
    ['PUBLIC_URL', 'https://Directory.example/base/', { publicUrl: 'https://directory.example/base' }],
    ['CHANGES_RETENTION', '90', { changesRetention: 90 }],
    ['AUDIT_RETENTION', '500', { auditRetention: 500 }],
    ['ENQUIRIES_RETENTION', '90', { enquiriesRetention: 90 }],
    ['FEEDS_RETENTION', '30', { feedsRetention: 30 }],
    ['SEARCHES_RETENTION', '90', { searchesRetention: 90 }],
    ['HOOKS', 'off', { hooks: 'off' }],
    [
      'HOOKS_ALLOW',
      'http://127.0.0.1:8080, https://Hooks.internal:443/',
      { hooksAllow: ['http://127.0.0.1:8080', 'https://hooks.internal'] },
    ],
    ['BODY_SECONDS', '7', { bodySeconds: 7 }],
    ['EXPORT_STALL_SECONDS', '8', { exportStallSeconds: 8 }],
    ['EXPORT_LINES_PER_SECOND', '1000', { exportLinesPerSecond: 1_000 }],
    ['DATABASE_POOL_SIZE', '25', { databasePoolSize: 25 }],
    ['RESPONSE_CACHE_MB', '64', { responseCacheMb: 64 }],
    ['STATEMENT_TIMEOUT_MS', '0', { statementTimeoutMs: 0 }],
    ['ROOT_ACCESS_KEY', SECRETS.ROOT_ACCESS_KEY, { rootAccessKey: SECRETS.ROOT_ACCESS_KEY }],
    ['ROOT_SECRET_KEY', SECRETS.ROOT_SECRET_KEY, { rootSecretKey: SECRETS.ROOT_SECRET_KEY }],
    ['SECRETS_KEY', SECRETS.SECRETS_KEY, { secretsKey: KEY }],
  ])('reads %s=%j as %j', (name, value, read) => {
    expect(readEnvironment({ ...SECRETS, [name]: value })).toMatchObject(read);
  });

  it.each([
    ['PORT', '65536', 'PORT: got "65536", wanted a whole number from 0 to 65535'],
    ['PORT', '1\n2', 'PORT: got "1\\n2", wanted a whole number from 0 to 65535'],
    [
      'TRUST_PROXY',
      'true',
      'TRUST_PROXY: got "true", wanted a number of proxies from 1 to 9, or addresses, subnets and loopback, linklocal, uniquelocal, separated by commas',
    ],
    [
      'PUBLIC_URL',
      'ftp://x',
      'PUBLIC_URL: got "ftp://x", wanted http:// or https://HOST[:PORT][/PATH], at most 200 characters',
    ],
    ['HOST', 'http://x', 'HOST: got "http://x", wanted a host name or an address without port'],
    ['DEMO_DATA', 'on', 'DEMO_DATA: got "on", wanted one of auto, off'],
    ['LOG_LEVEL', 'INFO', 'LOG_LEVEL: got "INFO", wanted one of fatal, error, warn, info, debug, trace, silent'],
    ['RATE_LIMIT', '600', 'RATE_LIMIT: got "600", wanted off, or REQUESTS/SECONDS such as 600/60'],
    ['DATABASE_POOL_SIZE', '0', 'DATABASE_POOL_SIZE: got "0", wanted a whole number from 6 to 1000'],
    ['STATEMENT_TIMEOUT_MS', '1e3', 'STATEMENT_TIMEOUT_MS: got "1e3", wanted a whole number from 0 to 3600000'],
  ])('refuses %s=%j with one line', (name, value, message) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(new EnvironmentError([message]));
  });

  it.each([
    ['DATABASE_URL', 'mysql://user:hunter2@db/x', postgresUrl.wanted],
    ['ROOT_ACCESS_KEY', 'hunter2', 'at least 16 characters, visible ASCII without spaces'],
    ['ROOT_SECRET_KEY', 'hunter2 and more words', 'at least 16 characters, visible ASCII without spaces'],
    ['SECRETS_KEY', 'hunter2', 'base64 of exactly 32 bytes (openssl rand -base64 32)'],
    [
      'DATABASE_REPLICA_URLS',
      'postgres://user:hunter2@standby/x,postgres://user:hunter2@standby/x',
      `${postgresUrl.wanted}, or several of them separated by commas, each once`,
    ],
    ['SECRETS_KEY', `${KEY.toString('base64')}!`, 'base64 of exactly 32 bytes (openssl rand -base64 32)'],
  ])('refuses %s without showing it', (name, value, wanted) => {
    const message = `${name}: got a text of ${value.length} characters (not shown), wanted ${wanted}`;
    expect(() => readEnvironment({ ...SECRETS, [name]: value })).toThrow(new EnvironmentError([message]));
  });

  it('requires both operator keys or neither', () => {
    const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = SECRETS;
    expect(() => readEnvironment({ ROOT_ACCESS_KEY })).toThrow(
      'ROOT_SECRET_KEY: got nothing, wanted both, as ROOT_ACCESS_KEY is set, or neither',
    );
    expect(() => readEnvironment({ ROOT_SECRET_KEY })).toThrow(
      'ROOT_ACCESS_KEY: got nothing, wanted both, as ROOT_SECRET_KEY is set, or neither',
    );
  });

  it('requires different ports for the service and its metrics', () => {
    const message = 'METRICS_PORT: got 3000, the value of PORT, wanted another port';
    expect(() => readEnvironment({ METRICS_PORT: '3000' })).toThrow(new EnvironmentError([message]));
    expect(readEnvironment({ METRICS_PORT: '0', PORT: '0' }).metricsPort).toBe(0);
    expect(readEnvironment({ METRICS_PORT: '3000', PORT: '3001' }).metricsPort).toBe(3_000);
  });

  it('requires every secret with DATABASE_URL', () => {
    const DATABASE_URL = 'postgresql://db/directory';
    expect(readEnvironment({ ...SECRETS, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    const key = 'with DATABASE_URL set: at least 16 characters, visible ASCII without spaces';
    expect(() => readEnvironment({ DATABASE_URL })).toThrow(
      new EnvironmentError([
        `ROOT_ACCESS_KEY: got nothing, wanted ${key}`,
        `ROOT_SECRET_KEY: got nothing, wanted ${key}`,
        'SECRETS_KEY: got nothing, wanted with DATABASE_URL set: base64 of exactly 32 bytes (openssl rand -base64 32)',
      ]),
    );
    expect(() => readEnvironment({ ...SECRETS, SECRETS_KEY: '', DATABASE_URL })).toThrow(
      /^SECRETS_KEY: got nothing.*$/,
    );
  });

  it('reports all faults at once, one per line', () => {
    expect(() => readEnvironment({ PORT: 'x', LOG_LEVEL: 'loud', RATE_LIMIT: '5', ROOT_ACCESS_KEY: 'short' })).toThrow(
      /^PORT: .*\nROOT_ACCESS_KEY: got a text of 5 .*\nLOG_LEVEL: .*\nRATE_LIMIT: .*\nROOT_SECRET_KEY: got nothing.*$/,
    );
  });
});
