import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createAgent, listingLine, operator, seed, specFolder, suburbLine, TestService } from '@testing';
import { freePort } from '../../../libs/embedded-postgres/src/postgres-server.js';
import { Command } from '../support/command.js';
import { Fingerprint } from '../support/fingerprint.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const SOURCE = join(ROOT, 'packages/client');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

let service: TestService;
const folder = specFolder('client-package');
/** A project with only the packed client. */
const project = join(folder, 'project');
let hookPort: number;

async function run(words: readonly string[], cwd = ROOT, env: Record<string, string> = {}): Promise<string> {
  const command = Command.start(words, { cwd, env });
  const { code } = await command.end();
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}:\n${command.output}`);
  return command.output;
}

/** Builds, packs and installs the package, without the network. */
async function install(): Promise<void> {
  const built = join(folder, 'package');
  await mkdir(built);
  for (const file of ['package.json', 'README.md']) await cp(join(SOURCE, file), join(built, file));
  await run(['node', TSC, '--project', SOURCE, '--outDir', join(built, 'dist')]);
  await run(['npm', 'pack', '--pack-destination', folder], built);
  const packed = (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '';
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run(['npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed)], project);
}

/** The programs of the README: the first line of each block names its file. */
async function programs(): Promise<string[]> {
  const page = await readFile(join(SOURCE, 'README.md'), 'utf8');
  const found = [...page.matchAll(/^```ts\n\/\/ (\S+\.ts)\n([^]*?)^```$/gm)];
  for (const [, name = '', code = ''] of found) await writeFile(join(project, name), code);
  return found.map(([, name = '']) => name);
}

const RECORDED = join(import.meta.dirname, 'client-package.hash');
const CLIENT = ['README.md', 'package.json', 'tsconfig.json', 'openapi-ts.config.js', 'src'];
const fingerprint = new Fingerprint(
  RECORDED,
  ['docs/openapi.json', ...CLIENT.map((name) => `packages/client/${name}`)],
  ['@hey-api/openapi-ts', 'typescript', '@types/node'],
);

describe.skipIf(fingerprint.isRecorded)('the package (left out: neither it nor the document has changed)', () => {
  beforeAll(async () => {
    await mkdir(project);
    hookPort = await freePort();
    [service] = await Promise.all([TestService.start({ hooksAllow: [`http://127.0.0.1:${hookPort}`] }), install()]);
  });

  afterAll(() => service.stop());

  const start = (program: string, env: Record<string, string> = {}): Command => {
    const { accessKey: ACCESS_KEY, secretKey: SECRET_KEY } = operator;
    const own = { DIRECTORY_URL: service.address, ACCESS_KEY, SECRET_KEY, ...env };
    return Command.start(['node', `${program}.js`], { cwd: project, env: own });
  };

  async function printedBy(program: string): Promise<string> {
    const command = start(program);
    await command.end();
    return command.output;
  }

  it('the generated part is made from the document (after a change: npm run client:generate)', async () => {
    const OUTPUT = join(folder, 'generated');
    await run(['npm', 'run', 'client:generate'], ROOT, { OUTPUT });
    const committed = join(SOURCE, 'src/generated');
    const [made, files] = await Promise.all([OUTPUT, committed].map((path) => readdir(path, { recursive: true })));
    expect(made?.toSorted()).toEqual(files?.toSorted());
    const names = files?.filter((name) => name.endsWith('.ts')) ?? [];
    const isEqual = await Promise.all(
      names.map(async (name) => {
        const [own, other] = await Promise.all([OUTPUT, committed].map((path) => readFile(join(path, name))));
        return own && other && own.equals(other);
      }),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((_, at) => !isEqual[at])).toEqual([]);
  });

  it('has the version of the service, and no dependency', async () => {
    const [own, root] = await Promise.all(
      [SOURCE, ROOT].map(async (path) => JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as object),
    );
    expect(own).toMatchObject({ version: (root as { version: string }).version });
    expect(own).not.toHaveProperty('dependencies');
    const installed = join(project, 'node_modules/agency-directory-client');
    const files = await readdir(installed, { recursive: true });
    expect(files.filter((file) => /\.(map|tsbuildinfo)$|^src/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']));
  });

  describe('the programs of the README', () => {
    it('compile under node16, with the types of Node.js alone; the package under bundler, with the types of browsers', async () => {
      const names = await programs();
      expect(names).toEqual(['listings.ts', 'agents.ts', 'follow.ts', 'receiver.ts', 'create.ts']);
      const strict = [
        'node',
        TSC,
        '--strict',
        '--skipLibCheck',
        'false',
        '--skipDefaultLibCheck',
        '--target',
        'es2022',
        '--ignoreConfig',
      ];
      const types = join(ROOT, 'node_modules/@types');
      const node = ['--module', 'node16', '--lib', 'es2022', '--types', 'node', '--typeRoots', types];
      await writeFile(
        join(project, 'browser.ts'),
        `import { createClient, paginate, listSuburbs, type Suburb } from 'agency-directory-client';
       const client = createClient({ baseUrl: location.origin, accessKey: '', secretKey: '', fetch: window.fetch });
       export const names = async (): Promise<Suburb['name'][]> => {
         const found: string[] = [];
         for await (const { name } of paginate(listSuburbs, { client, query: { limit: 1 } })) found.push(name);
         // @ts-expect-error the list has no such parameter
         paginate(listSuburbs, { client, query: { suburbs: 'Kew' } });
         return found;
       };`,
      );
      const browser = [
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2022,dom',
        '--noEmit',
        'browser.ts',
      ];
      await Promise.all([run([...strict, ...node, ...names], project), run([...strict, ...browser], project)]);
    });

    it('read a page, and a whole list', async () => {
      await seed(service, { suburbs: [suburbLine('Richmond VIC 3121')] });
      const { websiteID } = await createAccount(service, {
        address: { suburb: 'Richmond', state: 'VIC', postcode: '3121' },
      });
      await seed(service, {
        listings: [{ bedrooms: 3 }, { bedrooms: 1 }].map((features) => listingLine(websiteID, { features })),
      });
      const { id } = await createAgent(service, websiteID, 'Jane Citizen');
      expect(await printedBy('listings')).toMatch(/^1 listings\n\d+ \d+ Main Road, Richmond VIC 3121\n$/);
      expect(await printedBy('agents')).toBe(`${id} Jane Citizen\n`);
    });

    it('follow changes', async () => {
      const following = start('follow');
      const { websiteID } = await createAccount(service);
      // The program polls at its start, when transactions of other specs may hold back the feed, and after 30 seconds.
      for (let count = 3; !following.output; count += 1) {
        await seed(service, { listings: [listingLine(websiteID)] });
        await new Promise((wake) => setTimeout(wake, 100));
        if (count > 600) throw new Error('Nothing was followed');
      }
      expect(following.output).toMatch(/^\d+ listings\n/);
      following.signal('SIGTERM');
      expect(await following.end()).toEqual({ code: 0, signal: null });
    });

    it('verify a hook', async () => {
      const url = `http://127.0.0.1:${hookPort}/`;
      const account = await createAccount(service, { hooks: [{ name: 'CRM', url, trigger: 'all' }] });
      const hooks = `/api/v1/websites/${account.websiteID}/hooks`;
      const { body } = await service.get<{ data: { hookID: number }[] }>(hooks);
      const hook = `${hooks}/${body.data[0]?.hookID}`;
      const { secret } = (await service.get<{ secret: string }>(`${hook}/secret`)).body;
      const receiver = start('receiver', { HOOK_SECRET: secret, PORT: String(hookPort) });
      await receiver.printed(/ready/);
      expect((await service.call<{ status: number }>('POST', `${hook}/ping`)).body.status).toBe(204);
      await receiver.printed(/^ping/m);
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
      receiver.kill();
      await receiver.ended;
    });

    it('create an account and an agent', async () => {
      expect(await printedBy('create')).toMatch(/^account \d+, agent \d+\n$/);
    });
  });
});

it('is checked for this document', async () => {
  await expect(fingerprint.hash).toMatchFileSnapshot(RECORDED);
});
