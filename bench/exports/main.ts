import 'reflect-metadata';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Cleanup } from '../cleanup.js';
import { benchDirectory } from '../directory/bench-directory.js';
import { callerHeaders } from '../directory/caller.js';
import { DatabaseServer } from '../directory/database-server.js';
import { PROGRAMS } from '../places.js';
import { Progress } from '../progress.js';
import { PostgresCpu } from '../run/postgres-cpu.js';
import { ServerProcess } from '../run/server-process.js';
import { Side } from '../run/side.js';
import { serviceEnvironment } from '../run/start-targets.js';
import { firstLines, readExport } from './read-export.js';

/** Class v: listings are exported, with each encoding, by service and floor in turn. */
const { values } = parseArgs({
  options: { listings: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const [listings, rounds] = [Number(values.listings), Number(values.rounds)];
/** How many lines are compared. */
const SAMPLE = 500;
const ENCODINGS = ['identity', 'br', 'gzip'];

interface Spent {
  readonly rate: number;
  readonly node: number;
  readonly postgres: number;
  readonly megabytes: number;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[numbers.length >> 1] ?? NaN;

await Cleanup.around(async (cleanup) => {
  const progress = new Progress();
  const { signal } = new AbortController();
  const server = await DatabaseServer.start(cleanup);
  const url = await benchDirectory(server, { listings, fresh: false }, progress, signal);
  const { pool } = Side.reading(url, cleanup);
  const headers = await callerHeaders(pool);
  const service = await ServerProcess.start('service', PROGRAMS.service, serviceEnvironment(url));
  cleanup.add(() => service.stop());
  const floor = await ServerProcess.start('floor', PROGRAMS.floor, { DATABASE_URL: url });
  cleanup.add(() => floor.stop());
  const cpu = await PostgresCpu.of(pool);

  const measure = async (target: ServerProcess, encoding: string): Promise<Spent> => {
    const [before, postgres] = [(await target.usage()).cpu, cpu?.now() ?? NaN];
    const { seconds, bytes } = await readExport(target.url, headers, encoding, false);
    const [after, then] = [(await target.usage()).cpu, cpu?.now() ?? NaN];
    return {
      rate: listings / seconds,
      node: (after - before) / 1000,
      postgres: (then - postgres) / 1000,
      megabytes: bytes / 1e6,
    };
  };

  const [mine, its] = [await firstLines(service.url, headers, SAMPLE), await firstLines(floor.url, headers, SAMPLE)];
  for (const [at, line] of mine.entries()) {
    if (isDeepStrictEqual(line, its[at])) continue;
    throw new Error(`service and floor differ at line ${at + 1}\n${JSON.stringify(line)}\n${JSON.stringify(its[at])}`);
  }

  for (const encoding of ENCODINGS) {
    progress.step(`comparing: ${encoding}`);
    const [{ end }, { end: other }] = [
      await readExport(service.url, headers, encoding, true),
      await readExport(floor.url, headers, encoding, true),
    ];
    const whole = `{"end":true,"count":${listings}}\n`;
    if (!end.endsWith(whole) || !other.endsWith(whole)) throw new Error(`An export is not complete: ${end} ${other}`);
    const spent: Record<string, Spent[]> = { service: [], floor: [] };
    for (let round = 0; round < rounds; round++) {
      for (const target of round % 2 === 0 ? [service, floor] : [floor, service]) {
        progress.step(`${encoding}, round ${round + 1} of ${rounds}, ${target.name}`);
        spent[target.name]?.push(await measure(target, encoding));
      }
    }
    for (const [name, found] of Object.entries(spent)) {
      const of = (what: keyof Spent) => median(found.map((one) => one[what]));
      progress.say(
        `${encoding.padEnd(8)} ${name.padEnd(7)} ${of('rate').toFixed(0)} listings/s, Node ${of('node').toFixed(2)} s, ` +
          `PostgreSQL ${of('postgres').toFixed(2)} s, ${of('megabytes').toFixed(1)} MB`,
      );
    }
  }
  progress.say(`${service.memory()?.peak.toFixed(0)} MB of memory at most`);
});
