// Builds the service when a source file is newer than the last build; silent when there is nothing to do, as in an
// image, which has no sources. Ends at a signal, and the compiler with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

process.chdir(resolve(import.meta.dirname, '..'));

const SOURCES = [
  'apps',
  'libs',
  'bench',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'nest-cli.json',
];
const OUTPUT = ['dist/apps/api/src/main.js', 'dist/apps/cli/src/main.js', 'dist/bench/main.js'];
const BUILT = 'dist/.tsbuildinfo';
const LOCK = 'dist/.build-lock';

if (existsSync('nest-cli.json') && stale()) {
  mkdirSync('dist', { recursive: true });
  await takeLock();
  process.on('exit', () => rmSync(LOCK, { force: true }));
  // Another process may have built while this one waited.
  if (stale()) await build();
}

function stale() {
  const built = changed(BUILT);
  const missing = OUTPUT.filter(
    (file) => existsSync(file.replace('dist/', '').replace('.js', '.ts')) && !existsSync(file),
  );
  return built === 0 || missing.length > 0 || SOURCES.flatMap(filesOf).some((file) => changed(file) > built);
}

/** A folder counts too: its time tells that a file was taken away. */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return path.endsWith('.spec.ts') ? [] : [path];
  return [path, ...readdirSync(path).flatMap((name) => filesOf(join(path, name)))];
}

function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function build() {
  console.log('Building the service ...');
  const begun = new Date();
  // What the compiler remembers is only true of a whole output.
  if (OUTPUT.some((file) => !existsSync(file))) rmSync(BUILT, { force: true });
  const compiler = spawn(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'api'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => compiler.kill(signal));
  const [status] = await once(compiler, 'exit');
  // The compiler leaves the file alone when nothing has changed but times, and writes it after a failure too.
  if (existsSync(BUILT)) utimesSync(BUILT, begun, status === 0 ? begun : new Date(0));
  process.exitCode = status ?? 1;
}

/** Waits while a living process holds the lock. The link makes it appear together with the pid in it. */
async function takeLock() {
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    while (!tryLink(draft)) {
      // Who finds it gone or its holder dead may clash with another who does; the worst is that both build.
      if (!holderRuns()) rmSync(LOCK, { force: true });
      else await sleep(100);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(draft) {
  try {
    linkSync(draft, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** No build takes minutes; after them the pid may be another's. */
function holderRuns() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    return pid !== process.pid && Date.now() - changed(LOCK) < 180_000 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
