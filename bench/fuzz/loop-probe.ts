import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before the service: says on a port of its own how long the event loop was kept at most since it was asked last. On a
 * machine that does other things it may have been kept waiting; it was not busy for longer than the processor worked.
 */
const delays = monitorEventLoopDelay({ resolution: 5 });
let worked = process.cpuUsage();
delays.enable();

createServer((_, response) => {
  const { user, system } = process.cpuUsage(worked);
  response.end(String(Math.min(delays.max / 1e6, (user + system) / 1000)));
  delays.reset();
  worked = process.cpuUsage();
})
  .listen(Number(process.env['PROBE_PORT']), '127.0.0.1')
  .unref();
