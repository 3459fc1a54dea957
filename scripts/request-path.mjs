// `npm run request-path [PATH]` prints how many of our files and functions run during a request, for a first request
// and for a repeated one.
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PATHS =
  process.argv.length > 2 ? process.argv.slice(2) : ['/api/v1/listings?suburb=richmond', '/api/v1/listings/1'];
const PORT = '4599';
const dist = resolve(import.meta.dirname, '../dist');
const keys = { access: 'request-path-access-key', secret: 'request-path-secret-key' };
const headers = { 'x-access-key': keys.access, 'x-secret-key': keys.secret };

const dataDir = await mkdtemp(join(tmpdir(), 'request-path-'));
Object.assign(process.env, {
  PORT,
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  // Background workers would be counted too.
  HOOKS: 'off',
  ROOT_ACCESS_KEY: keys.access,
  ROOT_SECRET_KEY: keys.secret,
});
process.on('exit', () => void rm(dataDir, { recursive: true, force: true }));

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
void import(join(dist, 'apps/api/src/main.js'));

const ask = async (path) => {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
};

/** Our functions that run during some work, by file. */
async function functionsDuring(work) {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.filter(({ url }) => url.startsWith(`file://${dist}/`));
  return new Map(
    ours.flatMap(({ url, functions }) => {
      // The first entry is the module itself.
      const called = functions.filter(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0);
      return called.length > 0
        ? [[relative(dist, fileURLToPath(url)), called.map(({ functionName }) => functionName)]]
        : [];
    }),
  );
}

while (!(await ask('/readyz').catch(() => 0))) await sleep(200);
const print = (path, what, files) => {
  const functions = [...files.values()].flat().length;
  const libraries = new Set([...files.keys()].map((file) => file.split('/').slice(0, 2).join('/'))).size;
  console.log(`${path}, ${what}: ${files.size} files, ${functions} functions, ${libraries} libraries`);
  if (process.env.VERBOSE) for (const [file, names] of files) console.log(`  ${file}: ${names.join(', ')}`);
};
for (const path of PATHS) {
  // The first request creates the pools, the prepared statements and the texts of accounts.
  await ask(`${path}${path.includes('?') ? '&' : '?'}limit=19`);
  print(path, 'first', await functionsDuring(() => ask(path)));
  print(path, 'cached', await functionsDuring(() => ask(path)));
}
process.kill(process.pid, 'SIGTERM');
