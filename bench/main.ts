import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { isAsked } from './classes/request-class.js';
import { Cleanup } from './cleanup.js';
import { benchDirectory } from './directory/bench-directory.js';
import { DatabaseServer } from './directory/database-server.js';
import { otherDirectory } from './directory/other-directory.js';
import { nameOfLoad } from './load/find-load.js';
import { machine, versions } from './machine.js';
import { readOptions, type BenchOptions } from './options.js';
import { RESULTS } from './places.js';
import { Progress } from './progress.js';
import { documentResults, resultsMarkdown } from './report/markdown.js';
import { resultsPage } from './report/page.js';
import { resultsTable } from './report/table.js';
import { measureDirectory } from './run/measure-directory.js';
import { OtherCommit } from './run/other-commit.js';
import type { Plan } from './run/plan.js';
import type { Results, SizeResult } from './run/results.js';
import { isWriting } from './run/states.js';
import type { TargetName } from './run/target.js';
import { isWritable } from './writing/intake.js';

const SCALE = [10_000, 100_000, 1_000_000];
const FIVE_MILLION = 5_000_000;

const progress = new Progress();

/** Aborts at Ctrl-C, so that everything that was started is ended; a second one ends the process at once. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Error('Interrupted')));
  }
  return controller.signal;
}

/** What is measured on which directories. */
function plansOf(options: BenchOptions): Plan[] {
  const { listings, classes, states, commits, changes, seconds, rounds, against, scale, fiveMillion } = options;
  const course = { commits, changes, seconds, rounds };
  if (!scale) {
    const last: TargetName = against ? 'against' : 'usual';
    const isWanted = classes.some((key) => isAsked(key, last));
    const targets = ['service', 'floor', ...(isWanted ? [last] : [])] satisfies TargetName[];
    return [{ ...course, listings, classes, states, targets }];
  }
  const sizes = fiveMillion ? [...SCALE, FIVE_MILLION] : SCALE;
  return sizes.map((size) => ({
    ...course,
    listings: size,
    classes: ['a', 'b', 'c', 'e', 'g'],
    states: ['again'],
    targets: ['service', 'floor'],
  }));
}

async function run(options: BenchOptions): Promise<void> {
  const signal = interruptible();
  const results = await Cleanup.around(async (cleanup): Promise<Results> => {
    progress.step('starting PostgreSQL');
    const server = await DatabaseServer.start(cleanup);
    const sizes: SizeResult[] = [];
    const other = options.against ? await OtherCommit.build(options.against, progress, signal) : undefined;
    if (other && !isWritable(other.root) && options.states.some(isWriting)) {
      throw new Error(`Commit ${other.name} has other write paths. It can be measured with --states never,again`);
    }
    for (const plan of plansOf(options)) {
      const url = await benchDirectory(server, { ...plan, fresh: options.fresh }, progress, signal);
      const against = other && { commit: other, url: await otherDirectory(server, url, other, progress, signal) };
      const whole = { ...plan, ...(against ? { against } : {}) };
      sizes.push(await measureDirectory(url, whole, { server, progress, signal }));
    }
    const { seconds, rounds } = options;
    const course = { seconds, rounds, load: await nameOfLoad(), ...(other ? { against: other.name } : {}) };
    const date = new Date().toISOString();
    return { date, machine: machine(), versions: versions(await server.version()), ...course, sizes };
  });
  progress.say(resultsTable(results));
  const name = join(RESULTS, resultsName(options));
  await writeFile(`${name}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${name}.html`, resultsPage(results));
  await writeFile(`${name}.md`, resultsMarkdown(results));
  progress.say(`\nWritten: ${name}.json, .html, .md`);
  if (options.document) await documentResults(results);
}

const resultsName = ({ against, scale }: BenchOptions): string =>
  against ? 'results-against' : scale ? 'results-scale' : 'results';

try {
  await run(readOptions(process.argv));
} catch (error) {
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) progress.say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
} finally {
  progress.clear();
}
