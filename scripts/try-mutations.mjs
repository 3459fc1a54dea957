// Proves that the tests catch faults: applies each mutation of scripts/mutations.mjs to a copy of the working tree, and
// runs the specs that must fail. `npm run test:mutations` tries all, `npm run test:mutations -- cursor` those with a
// text in their name.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from './copy-tree.mjs';
import { mutations } from './mutations.mjs';

const [text = ''] = process.argv.slice(2);
const tried = mutations.filter(({ name }) => name.includes(text));
const { path: copy, remove } = copyTree('mutations');
const report = join(copy, 'mutation.json');

try {
  if (tried.length === 0) fail(`No mutation has ${JSON.stringify(text)} in its name`);
  checkTypes();
  const broken = findFailure(['run', ...filtersOf(tried)]);
  if (broken) fail(`A spec fails without a mutation: ${broken}`);
  const survivors = tried.filter((mutation) => !attempt(mutation));
  console.info(`${tried.length - survivors.length} of ${tried.length} mutations were caught`);
  process.exitCode = survivors.length > 0 ? 1 : 0;
} finally {
  remove();
}

/** All mutations together must compile: a test that fails because of an unknown name proves nothing. */
function checkTypes() {
  const restore = tried.map(apply).toReversed();
  const { status, stdout } = spawn('npx', ['--no-install', 'tsc', '--noEmit']);
  for (const undo of restore) undo();
  if (status !== 0) fail(`The mutations do not compile:\n${stdout}`);
}

/** Tries a mutation with its specs, and then with the whole of `npm test`. @returns whether a test has caught it */
function attempt(mutation) {
  const begun = performance.now();
  const undo = apply(mutation);
  const failure = findFailure(['run', ...filtersOf([mutation])]) ?? findFailure(['test']);
  undo();
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.info(`${failure ? 'caught' : 'NOT CAUGHT'}: ${mutation.name} (${failure ? `${failure}, ` : ''}${seconds} s)`);
  return failure !== undefined;
}

/** Applies a mutation. @returns a function that reverts it */
function apply({ name, file, find, replace }) {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  const count = before.split(find).length - 1;
  if (count !== 1) fail(`${name}: ${file} has the text ${count} times; correct scripts/mutations.mjs`);
  writeFileSync(
    path,
    before.replace(find, () => replace),
  );
  return () => writeFileSync(path, before);
}

/** Filters for vitest that match the specs of mutations in any folder. */
function filtersOf(chosen) {
  return [...new Set(chosen.flatMap(({ specs }) => specs.map((spec) => `/${spec}.`)))];
}

/**
 * Runs tests until one fails. @returns the name of the failed test, if any @throws Error if files do not load, or no
 * test ran
 */
function findFailure([command, ...filters]) {
  rmSync(report, { force: true });
  const reporting = ['--bail', '1', '--reporter', 'json', '--outputFile', report];
  const { status, stdout } =
    command === 'test'
      ? spawn('npm', ['test', '--', ...reporting])
      : spawn('npx', ['--no-install', 'vitest', 'run', ...filters, ...reporting]);
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find((test) => test.status === 'failed');
  if (failed) return failed.fullName;
  if (status !== 0 || !tests.some((test) => test.status === 'passed'))
    fail(`No test has failed, but the run of ${filters.join(' ')} has:\n${stdout}`);
  return undefined;
}

function spawn(program, words) {
  return spawnSync(program, words, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function fail(message) {
  throw new Error(message);
}
