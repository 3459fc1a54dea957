import type { RequestClass } from '../classes/request-class.js';
import type { Progress } from '../progress.js';
import { isMeasured, type Plan } from './plan.js';
import { quiet } from './quiet.js';
import type { Measurements } from './results.js';
import type { StartedTarget } from './start-targets.js';
import { isFresh, type State } from './states.js';

/** What is measured on what. */
export interface Course {
  readonly classes: readonly RequestClass[];
  readonly targets: readonly StartedTarget[];
  readonly plan: Plan;
  readonly measurements: Measurements;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/**
 * Each class on each server in all states, one after the other; then the next round. Who is asked later finds in PostgreSQL's
 * memory what those before have made it read, as long as nobody has the answer: there each comes before and after the others.
 */
export async function measureRounds(states: readonly State[], course: Course): Promise<void> {
  const { classes, targets, plan, progress } = course;
  const all = plan.rounds * classes.length;
  const [fresh, others] = [states.filter(isFresh), states.filter((state) => !isFresh(state))];
  let done = 0;
  for (let round = 0; round < plan.rounds; round++) {
    const inTurn = [...targets.slice(round % targets.length), ...targets.slice(0, round % targets.length)];
    const turns = [
      ...fresh.flatMap((state) => [...inTurn, ...inTurn.toReversed()].map((one) => ({ one, some: [state] }))),
      ...inTurn.map((one) => ({ one, some: others })),
    ];
    for (const requests of classes) {
      const share = Math.round((100 * done++) / all);
      const { key, title } = requests;
      for (const { one, some } of turns) {
        const { isAsked, target } = one;
        const measured = some.filter((state) => isAsked(requests) && isMeasured(key, target.name, state));
        if (measured.length === 0) continue;
        progress.step(`${share} %  round ${round + 1} of ${plan.rounds}  ${key} ${title}  ${target.name}`);
        for (const state of measured) await measureState(requests, one, state, course);
      }
    }
  }
}

async function measureState(
  requests: RequestClass,
  { target, side }: StartedTarget,
  state: State,
  { plan, measurements, signal }: Course,
): Promise<void> {
  await quiet(side.pool, signal);
  await side.turn(state.commits);
  const measured = await target.measure({ requests, state }, { seconds: plan.seconds, signal });
  const written = await side.turn(0);
  const commits = state.commits > 0 && written ? written.count / written.seconds : undefined;
  measurements.add(state, requests, target.name, { ...measured, commits });
}
