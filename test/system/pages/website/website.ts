import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { storeCurlFile } from '../../../../apps/api/src/greeting.js';
import { freePort } from '../../../../libs/embedded-postgres/src/postgres-server.js';
import { specReceiver } from '../../../support/hook-receiver.js';
import { Command } from '../../support/command.js';
import { servicesOn, specFixture, specFolder, specService, testSettings } from '@testing';

/** A home and an agent of the demo. */
export const HOME = '/buy/house/nsw/hurstville/s100238';
export const AGENT = '/agents/james-popov';
export const FIND = '/find-an-agent';

const port = await freePort();

/** The site of the demo's first agency, started with its one command beside a service with the demo. */
export function specWebsite() {
  const folder = specFolder('agency-website');
  const receiver = specReceiver();
  const service = specService(() => ({ hooks: 'on', hooksAllow: [receiver.origin] }));
  const started = specFixture(async () => {
    // The data contains other picture URLs than the ones given to the site.
    const pictures = service.address.replace('127.0.0.1', 'localhost');
    await servicesOn(service.store.dataSource, { publicUrl: pictures }).demo.load({ seed: 1 });
    const hooks = [{ name: 'Inbox', url: `${receiver.origin}/enquiries`, trigger: 'enquiry-created' }];
    await service.put('/api/v1/websites/1', { hooks });
    storeCurlFile({ ...testSettings, dataDir: folder });
    const command = Command.start(['npm', 'run', 'website'], {
      env: { DATA_DIR: folder, DIRECTORY_URL: service.address, PORT: String(port), ADDRESS_HEADER: 'x-visitor' },
    });
    const address = await command.printed(/^(http:\S+)/m);
    return {
      address,
      pictures,
      async stop() {
        command.signalAll('SIGTERM');
        await command.end();
      },
    };
  });
  return {
    folder,
    receiver,
    service,
    get address() {
      return started.address;
    },
    get pictures() {
      return started.pictures;
    },
    /** Each read has its own address, and so its own limits. */
    read: async (path: string): Promise<string> =>
      (await fetch(started.address + path, { headers: { 'x-visitor': randomUUID() } })).text(),
  };
}

/** The paths of the homes on a page. */
export const pathsIn = (page: string): string[] =>
  [...page.matchAll(/<a href="([^"]+)">\s*<span class="frame"/g)].map(([, path = '']) => path);

/** A browser with cookies only: it sends forms and follows redirects. Each has its own address, and so its own limits. */
export class Visitor {
  private readonly own = randomUUID();

  constructor(private readonly address: string) {}

  private readonly cookies = new Map<string, string>();

  async open(
    path: string,
    form?: Record<string, string>,
    origin = this.address,
  ): Promise<{ status: number; page: string }> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(this.address + path, {
      redirect: 'manual',
      headers: { cookie, origin, 'x-visitor': this.own },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      expect(set).toMatch(/; HttpOnly; SameSite=Lax$/);
      this.cookies.set(name, value);
    }
    if (answer.status === 303) return this.open(answer.headers.get('location') ?? '');
    return { status: answer.status, page: await answer.text() };
  }

  set(name: string, value: string): void {
    this.cookies.set(name, value);
  }
}
