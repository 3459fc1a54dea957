import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createStore, type TestStore } from '@testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { Command } from '../support/command.js';
import { HOST, HttpsSite } from '../support/https-site.js';
import { Replica } from '../support/replica.js';
import { itServesAsProxy, personalDataIn, sendPersonalData } from './https-proxy.js';

const CADDYFILE = resolve(import.meta.dirname, '../../../ops/compose/Caddyfile');
const missing = missingPrograms('caddy', 'openssl');

describe.skipIf(missing.length > 0)(`behind Caddy, as in compose${leftOut(missing)}`, () => {
  let store: TestStore;
  let instance: Replica;
  let folder: string;
  let caddy: Command;
  let site: HttpsSite;

  beforeAll(async () => {
    store = await createStore();
    instance = new Replica(store.url, { TRUST_PROXY: '1', DRAIN_SECONDS: '0', RESPONSE_CACHE_MB: '16' });
    await instance.start();
    folder = await mkdtemp(join(tmpdir(), 'caddy-'));
    const tls = join(folder, 'tls');
    site = await HttpsSite.prepare(tls, await freePort(), await freePort());
    const caddyfile = (await readFile(CADDYFILE, 'utf8'))
      .replace('admin off', `$&\nhttp_port ${site.ports.http}\nhttps_port ${site.ports.https}`)
      .replace('api:3000', new URL(instance.url).host)
      // The certificate of one's own.
      .replace('#tls /etc', 'tls /etc')
      .replaceAll('/etc/caddy/tls', tls);
    await writeFile(join(folder, 'Caddyfile'), caddyfile);
    const words = ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    const env = { PUBLIC_URL: `https://${HOST}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    caddy = Command.start(words, { env });
    await caddy.printed(/serving initial configuration/);
  });

  afterAll(async () => {
    caddy.signal('SIGTERM');
    await caddy.end();
    await instance.kill();
    await rm(folder, { recursive: true });
    await store.drop();
  });

  itServesAsProxy(() => site);

  it('logs requests and failures without query strings, names in paths, Referer and keys', async () => {
    await sendPersonalData(site, () => instance.kill());
    await caddy.printed(/http\.log\.error.*"uri":"\/v1\/agents"/);
    await caddy.printed(/http\.log\.access.*"uri":"\/v1\/agents".*"status":502/);
    expect(caddy.output).toMatch(/http\.log\.access.*"uri":"\/api\/v1\/listings".*"status":200/);
    expect(personalDataIn(caddy.output)).toEqual([]);
  });
});
