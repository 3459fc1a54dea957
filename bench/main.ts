import { Cleanup } from './cleanup.js';
import { benchDirectory, importedDirectory, importSpeeds } from './directory/bench-directory.js';
import { Build } from './directory/build.js';
import { DatabaseServer } from './directory/database-server.js';
import { readOptions, type BenchOptions } from './options.js';
import { measureAll } from './run/measure.js';
import { circumstancesOf, number, reportOf } from './run/report.js';
import { Side } from './run/side.js';

const own = new Build();

async function bench(options: BenchOptions, cleanup: Cleanup): Promise<string> {
  const { listings, against, imports } = options;
  const server = await DatabaseServer.start(cleanup);
  const baseline = against ? await Build.ofCommit(against) : undefined;
  // Another commit with different tables is older, so its directory can be imported here.
  const isOther = baseline !== undefined && baseline.tables !== own.tables;
  const maker = isOther ? baseline : own;
  const made = await benchDirectory(server, maker, listings);
  const url = isOther ? await importedDirectory(server, maker, listings, own) : made;
  const builds = baseline ? [own, baseline] : [own];
  const speeds = imports > 0 ? await importSpeeds(server, maker, imports, builds) : [];
  const isWritten = options.states.includes('written');
  const side = await Side.open('service', own, url, isWritten, server, cleanup);
  const other = baseline && (await Side.open('baseline', baseline, made, isWritten, server, cleanup));
  const sides = other ? ([side, other] as const) : ([side] as const);
  const measured = await measureAll(options, sides, cleanup);
  const facts = sides.map(({ name, service: { server: its } }, at) => {
    const [seconds, megabytes, speed] = [its.seconds, its.memory('VmHWM'), speeds[at]].map(number);
    return `- ${name}: starts in ${seconds} s, takes ${megabytes} MB at most, imports ${speed} lines/s`;
  });
  const circumstances = circumstancesOf(options, await server.version(), baseline?.commit);
  return [circumstances, reportOf(options, measured), facts.join('\n')].join('\n\n');
}

const options = readOptions(process.argv);
console.log(await Cleanup.around((cleanup) => bench(options, cleanup)));
