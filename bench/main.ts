import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { Cleanup } from './cleanup.js';
import { benchDirectory } from './directory/bench-directory.js';
import { Build } from './directory/build.js';
import { importSpeeds } from './directory/bundle.js';
import { DatabaseServer } from './directory/database-server.js';
import { readOptions, type BenchOptions } from './options.js';
import { RESULTS, ROOT } from './places.js';
import { Progress } from './progress.js';
import { machine, versions } from './report/machine.js';
import { reportOf } from './report/report.js';
import { measureAll } from './run/measure.js';
import type { Results } from './run/results.js';

const progress = new Progress();

/** Aborts at Ctrl-C, which ends everything that was started; a second one ends the process at once. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Error('Interrupted')));
  }
  return controller.signal;
}

async function measure(options: BenchOptions, cleanup: Cleanup): Promise<Results> {
  const signal = interruptible();
  const { listings, seconds, rounds, against, imports, fresh } = options;
  const server = await DatabaseServer.start(cleanup);
  const baseline = against ? await Build.ofCommit(against, progress, signal) : undefined;
  const url = await benchDirectory(server, listings, progress, signal, fresh);
  const speeds = imports > 0 ? await importsOf([new Build(ROOT), ...(baseline ? [baseline] : [])]) : [];
  const { rows, builds } = await Cleanup.around((inner) =>
    measureAll({ options, url, baseline, server, progress, signal, cleanup: inner }),
  );
  return {
    date: new Date().toISOString(),
    machine: machine(),
    versions: versions(await server.version()),
    listings,
    seconds,
    rounds,
    baseline: baseline?.commit ?? '',
    rows,
    builds: builds.map((build, at) => ({ ...build, importLines: speeds[at] })),
  };

  async function importsOf(all: readonly Build[]): Promise<number[]> {
    const imported = await benchDirectory(server, imports, progress, signal);
    progress.step(`importing ${imports.toLocaleString('en')} listings`);
    return importSpeeds(all, imported, server, signal);
  }
}

try {
  const options = readOptions(process.argv);
  const results = await Cleanup.around((cleanup) => measure(options, cleanup));
  const report = reportOf(results);
  progress.say(report);
  await writeFile(`${RESULTS}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${RESULTS}.md`, report);
} catch (error) {
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) progress.say(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
} finally {
  progress.clear();
}
