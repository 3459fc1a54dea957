import type { Cleanup } from '../cleanup.js';
import { isAsked, type RequestClass } from '../classes/request-class.js';
import { callerHeaders } from '../directory/caller.js';
import { operatorEnvironment } from '../directory/make-directory.js';
import type { Load } from '../load/load.js';
import { PROGRAMS } from '../places.js';
import { HttpTarget } from './http-target.js';
import type { Plan, Surroundings } from './plan.js';
import type { PostgresCpu } from './postgres-cpu.js';
import { ServerProcess } from './server-process.js';
import type { Side } from './side.js';

/** The directories of this build, and of the other commit. */
export interface Sides {
  readonly own: Side;
  readonly other?: Side;
}

/** A server, and the directory that it answers from. */
export interface StartedTarget {
  readonly target: HttpTarget;
  readonly side: Side;
  /** Whether it is asked for a class: the usual and other commits do not have all. */
  readonly isAsked: (requests: RequestClass) => boolean;
}

/** All of them stay for the whole time, so that each is as warm as the others; only one is called at a time. */
export async function startTargets(
  { own, other }: Sides,
  { targets, against }: Pick<Plan, 'targets' | 'against'>,
  load: Load,
  postgres: PostgresCpu | undefined,
  { progress, signal }: Surroundings,
  cleanup: Cleanup,
): Promise<StartedTarget[]> {
  const caller = await callerHeaders(own.pool);
  const callerOfOther = other && (other === own ? caller : await callerHeaders(other.pool));
  const started: StartedTarget[] = [];
  for (const [at, name] of targets.entries()) {
    progress.step(`starting ${name}`);
    const side = name === 'against' ? other : own;
    if (!side) continue;
    const isService = name === 'service' || name === 'against';
    const env = isService ? serviceEnvironment(side.url) : { DATABASE_URL: side.url };
    const program = name === 'against' ? against?.commit.program : PROGRAMS[name];
    if (!program) continue;
    const root = name === 'against' && against ? { root: against.commit.root } : {};
    const server = await ServerProcess.start(name, program, env, { ...root, signal });
    cleanup.add(() => server.stop());
    const headers = (name === 'against' ? callerOfOther : isService ? caller : undefined) ?? {};
    started.push({
      target: new HttpTarget(name, server, headers, load, postgres, { at, of: targets.length }),
      side,
      isAsked: (requests) =>
        name === 'against' && against ? against.commit.knows(requests) : isAsked(requests.key, name),
    });
  }
  return started;
}

/**
 * As `npm run start:prod`, but for what is logged, and without limits: an account asks more than it may. Hooks have a bench
 * of their own: those of the directory would tell receivers that are not there of everything that was imported.
 */
export const serviceEnvironment = (url: string): Record<string, string> => ({
  ...operatorEnvironment(url),
  LOG_LEVEL: 'warn',
  HOOKS: 'off',
  DRAIN_SECONDS: '0',
  RATE_LIMIT: 'off',
});
