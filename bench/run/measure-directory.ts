import { Pool } from 'pg';
import { drawClasses } from '../classes/draw-classes.js';
import { readLore } from '../classes/lore.js';
import type { ClassKey, RequestClass } from '../classes/request-class.js';
import { Cleanup } from '../cleanup.js';
import { callerHeaders } from '../directory/caller.js';
import { withPool } from '../directory/database-server.js';
import { operatorEnvironment } from '../directory/make-directory.js';
import { usualTables } from '../directory/usual-tables.js';
import { PROGRAMS } from '../places.js';
import type { Progress } from '../progress.js';
import { ensureAgreement } from './agreement.js';
import { HttpTarget } from './http-target.js';
import type { OtherCommit } from './other-commit.js';
import { quiet } from './quiet.js';
import { classResult, type Rounds, type SizeResult } from './results.js';
import { ServerProcess } from './server-process.js';
import { SqlTarget } from './sql-target.js';
import type { Target, TargetName } from './target.js';
import { startWriter } from './writer.js';

/** What is measured on a directory. */
export interface Plan {
  readonly listings: number;
  readonly classes: readonly ClassKey[];
  readonly targets: readonly TargetName[];
  readonly seconds: number;
  readonly rounds: number;
  readonly commits: number;
  /** The other commit, and its own or the same database. */
  readonly against?: { readonly commit: OtherCommit; readonly url: string };
}

/** Starts the servers on a directory, sees that they agree, and measures each class on each of them in turn. */
export function measureDirectory(
  url: string,
  plan: Plan,
  progress: Progress,
  signal: AbortSignal,
): Promise<SizeResult> {
  return Cleanup.around(async (cleanup) => {
    const pool = new Pool({ connectionString: url, max: 2 });
    cleanup.add(() => pool.end());
    progress.step('drawing requests');
    const classes = drawClasses(await readLore(pool), plan.classes);
    if (plan.targets.includes('usual')) await usualTables(url, progress, signal);
    const targets = await startTargets(url, plan, await callerHeaders(pool), cleanup, progress);
    const isCopied = plan.against !== undefined && plan.against.url !== url;
    await compare(classes, targets, isCopied, progress, signal);
    startWriter(pool, plan.commits, cleanup);
    const rounds = await measureRounds(classes, targets, { plan, pool, progress, signal });
    const results = classes.map(({ key, title, paths }) =>
      classResult(key, title, new Set(paths).size, rounds.get(key) ?? {}),
    );
    const service = targets.find((target) => target instanceof HttpTarget);
    return { listings: plan.listings, classes: results, memory: service?.server.memory() };
  });
}

/** All of them stay for the whole time, so that each is as warm as the others; only one is called at a time. */
async function startTargets(
  url: string,
  { targets: names, against }: Plan,
  caller: Record<string, string>,
  cleanup: Cleanup,
  progress: Progress,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const name of names) {
    progress.step(`starting ${name}`);
    if (name === 'sql') {
      const sql = await SqlTarget.connect(url);
      cleanup.add(() => sql.close());
      targets.push(sql);
      continue;
    }
    if (name === 'against') {
      if (!against) continue;
      const { commit, url: its } = against;
      const server = await ServerProcess.start(name, commit.program, serviceEnvironment(its), commit.root);
      cleanup.add(() => server.stop());
      targets.push(new HttpTarget(name, server, its === url ? caller : await callerOf(its)));
      continue;
    }
    const env = name === 'service' ? serviceEnvironment(url) : { DATABASE_URL: url };
    const server = await ServerProcess.start(name, PROGRAMS[name], env);
    cleanup.add(() => server.stop());
    targets.push(new HttpTarget(name, server, name === 'service' ? caller : {}));
  }
  return targets;
}

const callerOf = (url: string): Promise<Record<string, string>> => withPool(url, callerHeaders);

/** As `npm run start:prod`, but for what is logged, and without limits: an account asks more than it may. */
const serviceEnvironment = (url: string): Record<string, string> => ({
  ...operatorEnvironment(url),
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
  RATE_LIMIT: 'off',
});

/** A bundle has no dates of properties: the list of these is the one whose items have their own. */
const isDateOfProperty = (at: string): boolean => /^\.data\.\d+\.(createdAt|updatedAt)$/.test(at);

async function compare(
  classes: readonly RequestClass[],
  targets: readonly Target[],
  isCopied: boolean,
  progress: Progress,
  signal: AbortSignal,
) {
  const [service, ...others] = targets.filter((target) => target instanceof HttpTarget);
  for (const requests of classes) {
    for (const other of others) {
      signal.throwIfAborted();
      progress.step(`comparing the answers of service and ${other.name}: ${requests.key}`);
      const isLost = isCopied && requests.key === 'n' ? isDateOfProperty : undefined;
      if (service) await ensureAgreement(requests, service, other, isLost);
    }
  }
}

interface Course {
  readonly plan: Plan;
  readonly pool: Pool;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

async function measureRounds(classes: readonly RequestClass[], targets: readonly Target[], course: Course) {
  const { plan, pool, progress, signal } = course;
  const measured = new Map<ClassKey, Rounds>();
  let done = 0;
  for (let round = 0; round < plan.rounds; round++) {
    // Who comes first has the cache that the one before has left; so each comes first in turn.
    const inTurn = [...targets.slice(round % targets.length), ...targets.slice(0, round % targets.length)];
    for (const requests of classes) {
      for (const target of inTurn) {
        const share = Math.round((100 * done++) / (plan.rounds * classes.length * targets.length));
        progress.step(
          `${share} %  round ${round + 1} of ${plan.rounds}  ${requests.key} ${requests.title}  ${target.name}`,
        );
        await quiet(pool, signal);
        const one = await target.measure(requests, { seconds: plan.seconds, signal });
        const rounds = measured.get(requests.key) ?? {};
        measured.set(requests.key, { ...rounds, [target.name]: [...(rounds[target.name] ?? []), one] });
      }
    }
  }
  return measured;
}
