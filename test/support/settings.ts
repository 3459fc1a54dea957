import { loadSettings, type Settings } from '@app/config';
import { pino } from 'pino';

/** The environment of a service or a command on a store, without variables of the developer. */
export const storeEnvironment = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  ROOT_ACCESS_KEY: 'operator-access-key',
  ROOT_SECRET_KEY: 'operator-secret-key',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
});

/**
 * The settings of the service in tests: its own operator, no log, no demo, and a small cache, because V8 collects
 * garbage whenever as much memory as the usual cache is allocated.
 */
export const testSettings: Settings = loadSettings({
  ...storeEnvironment('postgres://unused'),
  LOG_LEVEL: 'silent',
  DEMO_DATA: 'off',
  RATE_LIMIT: 'off',
  HOOKS: 'off',
  RESPONSE_CACHE_MB: '16',
});

/** The log of services in the process of a test. */
export const silentLogger = pino({ level: testSettings.logLevel });
