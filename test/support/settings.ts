import { loadSettings, type Settings } from '@app/config';

/** The service as the tests run it: its own operator, quiet, without demo. */
export const testSettings: Settings = loadSettings({
  DATABASE_URL: 'postgres://unused',
  ROOT_ACCESS_KEY: 'operator-access-key',
  ROOT_SECRET_KEY: 'operator-secret-key',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'silent',
  DEMO_DATA: 'off',
});
