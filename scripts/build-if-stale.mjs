// Builds the service, and with the argument `bench` the bench as well, when a source file is newer than the last build.
// Silent when there is nothing to do, as in an image, which has no sources. Ends at a signal, and the compiler with it.
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

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

/** What every build compiles. */
const SHARED = ['apps', 'libs', 'ormconfig.ts', 'tsconfig.json', 'package.json'];

const SERVICE = {
  name: 'the service',
  folder: '.',
  steps: [
    [NEST, 'build', 'api'],
    ['node_modules/rolldown/bin/cli.mjs', '--config', 'rolldown.config.mjs', '--log-level', 'warn'],
  ],
  sources: () => [...SHARED, 'tsconfig.build.json', 'nest-cli.json', 'rolldown.config.mjs', 'package-lock.json'],
  outputs: ['dist/apps/api/src/main.js', 'dist/bundle/api.js', 'dist/bundle/cli.js'],
};
const BENCH = {
  name: 'the bench',
  folder: 'bench',
  steps: [[NEST, 'build']],
  // Its folder has its results and its output as well.
  sources: () => [
    ...SHARED,
    ...readdirSync('bench')
      .filter((name) => !/^(dist|node_modules|results.*)$/.test(name))
      .map((name) => join('bench', name)),
  ],
  outputs: ['bench/dist/bench/main.js'],
};

// The bench measures the service.
for (const build of process.argv[2] === 'bench' ? [SERVICE, BENCH] : [SERVICE]) {
  if (!process.exitCode) await buildIfStale(build);
}

async function buildIfStale(build) {
  const dist = join(build.folder, 'dist');
  if (!existsSync(join(build.folder, 'nest-cli.json')) || !isStale(build)) return;
  mkdirSync(dist, { recursive: true });
  const lock = join(dist, '.build-lock');
  await takeLock(lock);
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  // Another process may have built while this one waited.
  if (isStale(build)) await compile(build);
  process.off('exit', release);
  release();
}

/** The compiler writes it last. */
function builtMark({ folder }) {
  return join(folder, 'dist/.tsbuildinfo');
}

function isStale(build) {
  const built = changed(builtMark(build));
  const isPartial = built === 0 || build.outputs.some((file) => !existsSync(file));
  return (
    isPartial ||
    build
      .sources()
      .flatMap(filesOf)
      .some((file) => changed(file) > built)
  );
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

async function compile(build) {
  console.log(`Building ${build.name} ...`);
  const begun = new Date();
  const mark = builtMark(build);
  // What the compiler remembers is only true of a whole output.
  if (build.outputs.some((file) => !existsSync(file))) rmSync(mark, { force: true });
  let status = 0;
  for (const [program, ...words] of build.steps) status ||= await run(resolve(program), words, build.folder);
  // The compiler leaves the file alone when nothing has changed but times, and writes it after a failure too.
  if (existsSync(mark)) utimesSync(mark, begun, status === 0 ? begun : new Date(0));
  process.exitCode = status;
}

/** Runs a step to its end, which a signal brings about. @returns its exit code */
async function run(program, words, cwd) {
  const step = spawn(process.execPath, [program, ...words], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const forward = (signal) => step.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  const [status] = await once(step, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
  return status ?? 1;
}

/** Waits while a living process holds the lock. The link makes it appear together with the pid in it. */
async function takeLock(lock) {
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    while (!tryLink(draft, lock)) {
      // Who finds it gone or its holder dead may clash with another who does; the worst is that both build.
      if (!holderRuns(lock)) rmSync(lock, { force: true });
      else await sleep(100);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function tryLink(draft, lock) {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** No build takes minutes; after them the pid may be another's. */
function holderRuns(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return pid !== process.pid && Date.now() - changed(lock) < 180_000 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
