import { CommanderError } from 'commander';
import { Cleanup } from './cleanup.js';
import { benchDirectory, importedDirectory, importSpeeds } from './directory/bench-directory.js';
import { Build } from './directory/build.js';
import { DatabaseServer } from './directory/database-server.js';
import { readOptions, type BenchOptions } from './options.js';
import { circumstancesOf, reportOf } from './report/report.js';
import { measureAll } from './run/measure.js';
import { Side } from './run/side.js';

const own = new Build();

async function bench(options: BenchOptions, cleanup: Cleanup): Promise<string> {
  const { listings, against, imports, suburbs, fresh } = options;
  const server = await DatabaseServer.start(cleanup);
  const baseline = against ? await Build.ofCommit(against) : undefined;
  // Another commit with other tables is older: its directory can be imported here.
  const isOther = baseline !== undefined && baseline.tables !== own.tables;
  const maker = isOther ? baseline : own;
  const made = await benchDirectory(server, maker, listings, suburbs, fresh);
  const url = isOther ? await importedDirectory(server, maker, made, own) : made;
  const imported = imports > 0 ? await benchDirectory(server, maker, imports, suburbs) : undefined;
  const builds = baseline ? [own, baseline] : [own];
  const speeds = imported ? await importSpeeds(server, maker, imported, builds) : [];
  const isWritten = options.states.includes('written');
  const side = await Side.open('service', own, url, isWritten, server, cleanup);
  const other = baseline && (await Side.open('baseline', baseline, made, isWritten, server, cleanup));
  const sides = other ? ([side, other] as const) : ([side] as const);
  const measured = await measureAll(options, sides, cleanup);
  const facts = sides.map(({ name, service, writer }, at) => ({
    name,
    startSeconds: service.server.seconds,
    peakMB: service.server.peakMemory,
    commitsPerSecond: writer?.rate ?? 0,
    linesPerSecond: speeds[at],
  }));
  const circumstances = circumstancesOf(options, await server.version(), baseline?.commit);
  return `${circumstances}\n\n${reportOf(options, measured, facts)}`;
}

try {
  const options = readOptions(process.argv);
  console.log(await Cleanup.around((cleanup) => bench(options, cleanup)));
} catch (error) {
  // Commander has printed its own.
  if (!(error instanceof CommanderError)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
}
