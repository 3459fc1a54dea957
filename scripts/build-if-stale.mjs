// Builds the service when a source file is newer than the last build; with the argument `modules` its compiled modules as well,
// one file for each source, and with `bench` these and the bench.
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
import { release } from './release.mjs';

process.chdir(resolve(import.meta.dirname, '..'));

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

/** What every build compiles. */
const SHARED = ['apps', 'libs', 'ormconfig.ts', 'tsconfig.json', 'package.json'];

const SERVICE = {
  name: 'the service',
  folder: '.',
  step: ['node_modules/rolldown/bin/cli.mjs', '--config', 'rolldown.config.mjs', '--log-level', 'warn'],
  sources: () => [...SHARED, 'rolldown.config.mjs', 'package-lock.json', 'scripts/release.mjs'],
  outputs: ['api', 'cli', 'ormconfig'].map((program) => `dist/bundle/${program}.js`),
  mark: 'dist/.bundle-built',
  // The programs name their commit.
  commit: () => release().commit,
};
const MODULES = {
  name: 'the modules of the service',
  folder: '.',
  step: [NEST, 'build', 'api'],
  sources: () => [...SHARED, 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'],
  outputs: ['dist/apps/api/src/main.js'],
  mark: 'dist/.tsbuildinfo',
};
const BENCH = {
  name: 'the bench',
  folder: 'bench',
  step: [NEST, 'build'],
  // Its folder has its results and its output as well.
  sources: () => [
    ...SHARED,
    ...readdirSync('bench')
      .filter((name) => !/^(dist|node_modules|results.*)$/.test(name))
      .map((name) => join('bench', name)),
  ],
  outputs: ['bench/dist/bench/main.js'],
  mark: 'bench/dist/.tsbuildinfo',
};

// The bench starts the service, and writes by its modules.
const BUILDS = { modules: [SERVICE, MODULES], bench: [SERVICE, MODULES, BENCH] };

for (const build of BUILDS[process.argv[2]] ?? [SERVICE]) {
  if (!process.exitCode) await buildIfStale(build);
}

async function buildIfStale(build) {
  const dist = join(build.folder, 'dist');
  if (!existsSync('rolldown.config.mjs') || !isStale(build)) return;
  mkdirSync(dist, { recursive: true });
  const lock = join(dist, '.build-lock');
  await takeLock(lock);
  const unlock = () => rmSync(lock, { force: true });
  process.once('exit', unlock);
  // Another process may have built while this one waited.
  if (isStale(build)) await compile(build);
  process.off('exit', unlock);
  unlock();
}

function isStale(build) {
  const built = changed(build.mark);
  const isPartial = built === 0 || build.outputs.some((file) => !existsSync(file));
  return (
    isPartial ||
    (build.commit && build.commit() !== readFileSync(build.mark, 'utf8')) ||
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
  // What the compiler remembers is only true of a whole output.
  if (build.outputs.some((file) => !existsSync(file))) rmSync(build.mark, { force: true });
  const [program, ...words] = build.step;
  const status = await run(resolve(program), words, build.folder);
  if (status === 0) {
    writeFileSync(build.mark, build.commit?.() ?? '', { flag: build.commit ? 'w' : 'a' });
    // The compiler leaves the file alone when nothing has changed but times.
    utimesSync(build.mark, begun, begun);
  } else rmSync(build.mark, { force: true });
  process.exitCode = status;
}

/** Runs a program to its end, which a signal brings about. @returns its exit code */
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
