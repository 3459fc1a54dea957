import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { Cleanup } from './cleanup.js';
import { benchDirectory, importedDirectory, importSpeeds } from './directory/bench-directory.js';
import { Build } from './directory/build.js';
import { DatabaseServer } from './directory/database-server.js';
import { readOptions, type BenchOptions } from './options.js';
import { RESULTS } from './places.js';
import { circumstancesOf, reportOf } from './report/report.js';
import { measureAll } from './run/measure.js';
import type { Results } from './run/results.js';
import { Side } from './run/side.js';
import { isWriting } from './run/states.js';

const own = new Build();

async function measure(options: BenchOptions, cleanup: Cleanup): Promise<Results> {
  const { listings, against, imports, fresh } = options;
  const server = await DatabaseServer.start(cleanup);
  const baseline = against ? await Build.ofCommit(against) : undefined;
  // Another commit with other tables is older: its directory can be imported here.
  const isOther = baseline !== undefined && baseline.tables !== own.tables;
  const maker = isOther ? baseline : own;
  const made = await benchDirectory(server, maker, listings, fresh);
  const url = isOther ? await importedDirectory(server, maker, made, own) : made;
  const builds = [own, ...(baseline ? [baseline] : [])];
  const speeds =
    imports > 0 ? await importSpeeds(server, maker, await benchDirectory(server, maker, imports), builds) : [];
  const isWritten = options.states.some(isWriting);
  const side = await Side.open('service', own, url, isWritten, server, cleanup);
  const other = baseline && (await Side.open('baseline', baseline, made, isWritten, server, cleanup));
  const measured = await measureAll(options, other ? [side, other] : [side], cleanup);
  return {
    circumstances: circumstancesOf(options, await server.version(), baseline?.commit),
    rows: measured.rows,
    builds: measured.builds.map((build, at) => ({ ...build, importLines: speeds[at] })),
  };
}

try {
  const options = readOptions(process.argv);
  const results = await Cleanup.around((cleanup) => measure(options, cleanup));
  const report = reportOf(results);
  console.log(report);
  await writeFile(`${RESULTS}.json`, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(`${RESULTS}.md`, report);
} catch (error) {
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
}
