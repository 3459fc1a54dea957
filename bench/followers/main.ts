import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Cleanup } from '../cleanup.js';
import { findLoad } from '../load/find-load.js';
import { benchDirectory } from '../directory/bench-directory.js';
import { callerHeaders } from '../directory/caller.js';
import { DatabaseServer } from '../directory/database-server.js';
import { PROGRAMS } from '../places.js';
import { Progress } from '../progress.js';
import { PostgresCpu } from '../run/postgres-cpu.js';
import { ServerProcess } from '../run/server-process.js';
import { Side } from '../run/side.js';
import { serviceEnvironment } from '../run/start-targets.js';
import { AGENTS, EVERY_SECONDS, FOLLOWERS, measurePolls } from './polls.js';
import { measureReaders } from './readers.js';
import { CHANGES_PER_SECOND, measureStreams, STREAMS } from './streams.js';

const { values } = parseArgs({
  options: { listings: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '10' } },
});
const [listings, seconds] = [Number(values.listings), Number(values.seconds)];
const progress = new Progress();
/** One credential may not have so many streams open; the operator's has no limit. */
const OPERATOR = { 'x-access-key': 'bench-operator-key', 'x-secret-key': randomBytes(24).toString('base64url') };
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

await Cleanup.around(async (cleanup) => {
  const { signal } = new AbortController();
  const server = await DatabaseServer.start(cleanup);
  const url = await benchDirectory(server, { listings, fresh: false }, progress, signal);
  const { pool } = Side.reading(url, cleanup);
  const headers = await callerHeaders(pool);
  const keys = { ROOT_ACCESS_KEY: OPERATOR['x-access-key'], ROOT_SECRET_KEY: OPERATOR['x-secret-key'] };
  const service = await ServerProcess.start('service', PROGRAMS.service, { ...serviceEnvironment(url), ...keys });
  cleanup.add(() => service.stop());
  progress.step('polling');
  progress.say(
    `${FOLLOWERS.toLocaleString('en')} followers look for changes every ${EVERY_SECONDS} s, and find none. Of a core:`,
  );
  const cpu = await PostgresCpu.of(pool);
  for (const [way, agent] of Object.entries(AGENTS)) {
    const { statements, node, postgres } = await measurePolls(service, { headers, agent }, cpu, seconds, signal);
    const its = postgres === undefined ? '' : `, PostgreSQL ${percent(postgres)}`;
    progress.say(
      `  ${way}: Node ${percent(node)}${its}; statements of its own for each poll: ${statements.toFixed(3)}`,
    );
  }
  progress.step('streaming');
  const streaming = { server: service, pool, headers: { ...OPERATOR, accept: 'text/event-stream, application/json' } };
  const streamed = await measureStreams(streaming, cpu, seconds);
  const { events, expected, p50, p99, node } = streamed;
  const its = streamed.postgres === undefined ? '' : `, PostgreSQL ${percent(streamed.postgres)}`;
  progress.say(
    `${STREAMS.toLocaleString('en')} streams and ${CHANGES_PER_SECOND} changes a second: ${events} of ${expected} events, ` +
      `p50 ${p50} ms, p99 ${p99} ms; of a core: Node ${percent(node)}${its}; ${service.memory()?.peak.toFixed(0)} MB at most`,
  );
  progress.step('reading');
  const { alone, besideStreams } = await measureReaders(streaming, await findLoad(cleanup), seconds, signal);
  progress.say(
    `Readers of lists beside these changes: ${alone.toFixed(0)}/s without streams, ${besideStreams.toFixed(0)}/s with them ` +
      `(${percent(besideStreams / alone - 1)})`,
  );
});
