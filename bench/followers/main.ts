import 'reflect-metadata';
import { parseArgs } from 'node:util';
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
import { AGENTS, EVERY_SECONDS, FOLLOWERS, measurePolls } from './polls.js';

const { values } = parseArgs({
  options: { listings: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '10' } },
});
const [listings, seconds] = [Number(values.listings), Number(values.seconds)];
const progress = new Progress();
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

await Cleanup.around(async (cleanup) => {
  const { signal } = new AbortController();
  const server = await DatabaseServer.start(cleanup);
  const url = await benchDirectory(server, { listings, fresh: false }, progress, signal);
  const { pool } = Side.reading(url, cleanup);
  const headers = await callerHeaders(pool);
  const service = await ServerProcess.start('service', PROGRAMS.service, serviceEnvironment(url));
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
});
