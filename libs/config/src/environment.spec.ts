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
  it('has a default for what is unset or empty', () => {
    const defaults = {
      port: 3000,
      host: '0.0.0.0',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseWaitSeconds: 30,
      dataDir: resolve('.data'),
      rootAccessKey: undefined,
      rootSecretKey: undefined,
      secretsKey: undefined,
      demoData: 'auto',
      drainSeconds: 5,
      logLevel: 'info',
      rateLimit: { requests: 6000, seconds: 60 },
      trustProxy: undefined,
      publicUrl: undefined,
      changesRetention: 30,
      hooks: 'on',
      hooksAllow: undefined,
      auditRetention: 400,
      enquiriesRetention: 365,
      bodySeconds: 30,
      exportStallSeconds: 30,
      exportLinesPerSecond: 250,
      databasePoolSize: 11,
      responseCacheMb: 160,
      statementTimeoutMs: 30_000,
    };
    expect(readEnvironment({})).toEqual(defaults);
    expect(readEnvironment({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '', ROOT_ACCESS_KEY: '' })).toEqual(defaults);
  });

  it('reads every variable', () => {
    const read = readEnvironment({
      ...SECRETS,
      PORT: '0',
      HOST: '::1',
      DATABASE_URL: 'postgres://user:pass@db:5432/directory',
      DATABASE_DIRECT_URL: 'postgres://user:pass@db:5433/directory',
      DATABASE_WAIT_SECONDS: '0',
      DATA_DIR: '/var/lib/x',
      DEMO_DATA: 'off',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '600/60',
      TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,loopback',
      PUBLIC_URL: 'https://Directory.example/base/',
      CHANGES_RETENTION: '90',
      AUDIT_RETENTION: '500',
      ENQUIRIES_RETENTION: '90',
      HOOKS: 'off',
      HOOKS_ALLOW: 'http://127.0.0.1:8080, https://Hooks.internal:443/',
      BODY_SECONDS: '7',
      EXPORT_STALL_SECONDS: '8',
      EXPORT_LINES_PER_SECOND: '1000',
      DATABASE_POOL_SIZE: '25',
      RESPONSE_CACHE_MB: '64',
      STATEMENT_TIMEOUT_MS: '0',
    });
    expect(read).toEqual({
      port: 0,
      host: '::1',
      databaseUrl: 'postgres://user:pass@db:5432/directory',
      databaseDirectUrl: 'postgres://user:pass@db:5433/directory',
      databaseWaitSeconds: 0,
      dataDir: '/var/lib/x',
      rootAccessKey: SECRETS.ROOT_ACCESS_KEY,
      rootSecretKey: SECRETS.ROOT_SECRET_KEY,
      secretsKey: KEY,
      demoData: 'off',
      drainSeconds: 0,
      logLevel: 'silent',
      rateLimit: { requests: 600, seconds: 60 },
      trustProxy: ['10.0.0.0/8', '2001:db8::/32', 'loopback'],
      publicUrl: 'https://directory.example/base',
      changesRetention: 90,
      hooks: 'off',
      hooksAllow: ['http://127.0.0.1:8080', 'https://hooks.internal'],
      auditRetention: 500,
      enquiriesRetention: 90,
      bodySeconds: 7,
      exportStallSeconds: 8,
      exportLinesPerSecond: 1_000,
      databasePoolSize: 25,
      responseCacheMb: 64,
      statementTimeoutMs: 0,
    });
  });

  it.each([
    ['PORT', '65536', 'PORT: got "65536", wanted a whole number from 0 to 65535'],
    ['PORT', '3000x', 'PORT: got "3000x", wanted a whole number from 0 to 65535'],
    ['PORT', '-1', 'PORT: got "-1", wanted a whole number from 0 to 65535'],
    ['PORT', '1\n2', 'PORT: got "1\\n2", wanted a whole number from 0 to 65535'],
    ...['true', '0', '10', '10.0.0.0/33', 'proxy.example', '1,2'].map((text) => [
      'TRUST_PROXY',
      text,
      `TRUST_PROXY: got "${text}", wanted a number of proxies from 1 to 9, or addresses, subnets and loopback, linklocal, uniquelocal, separated by commas`,
    ]),
    ...['directory.example', 'ftp://directory.example', 'https://x.example/?a', 'https://user@x.example'].map(
      (text) => [
        'PUBLIC_URL',
        text,
        `PUBLIC_URL: got "${text}", wanted http:// or https://HOST[:PORT][/PATH], at most 200 characters`,
      ],
    ),
    ['HOST', 'http://x', 'HOST: got "http://x", wanted a host name or an address without port'],
    ['DEMO_DATA', 'on', 'DEMO_DATA: got "on", wanted one of auto, off'],
    ['LOG_LEVEL', 'INFO', 'LOG_LEVEL: got "INFO", wanted one of fatal, error, warn, info, debug, trace, silent'],
    ['RATE_LIMIT', '600', 'RATE_LIMIT: got "600", wanted off, or REQUESTS/SECONDS such as 600/60'],
    ['RATE_LIMIT', '0/60', 'RATE_LIMIT: got "0/60", wanted off, or REQUESTS/SECONDS such as 600/60'],
    ['DATABASE_POOL_SIZE', '0', 'DATABASE_POOL_SIZE: got "0", wanted a whole number from 6 to 1000'],
    ['STATEMENT_TIMEOUT_MS', '1e3', 'STATEMENT_TIMEOUT_MS: got "1e3", wanted a whole number from 0 to 3600000'],
  ])('refuses %s=%j in one line', (name, value, message) => {
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

  it('wants both operator keys or neither', () => {
    const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = SECRETS;
    expect(() => readEnvironment({ ROOT_ACCESS_KEY })).toThrow(
      'ROOT_SECRET_KEY: got nothing, wanted both, as ROOT_ACCESS_KEY is set, or neither',
    );
    expect(() => readEnvironment({ ROOT_SECRET_KEY })).toThrow(
      'ROOT_ACCESS_KEY: got nothing, wanted both, as ROOT_SECRET_KEY is set, or neither',
    );
  });

  it('wants two ports for the service and its metrics', () => {
    const message = 'METRICS_PORT: got 3000, the value of PORT, wanted another port';
    expect(() => readEnvironment({ METRICS_PORT: '3000' })).toThrow(new EnvironmentError([message]));
    expect(readEnvironment({ METRICS_PORT: '0', PORT: '0' }).metricsPort).toBe(0);
    expect(readEnvironment({ METRICS_PORT: '3000', PORT: '3001' }).metricsPort).toBe(3_000);
  });

  it('wants every secret beside DATABASE_URL', () => {
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

  it('tells every fault at once, a line each', () => {
    expect(() => readEnvironment({ PORT: 'x', LOG_LEVEL: 'loud', RATE_LIMIT: '5', ROOT_ACCESS_KEY: 'short' })).toThrow(
      /^PORT: .*\nROOT_ACCESS_KEY: got a text of 5 .*\nLOG_LEVEL: .*\nRATE_LIMIT: .*\nROOT_SECRET_KEY: got nothing.*$/,
    );
  });
});
