import type { RequestClass } from '../classes/request-class.js';
import type { Progress } from '../progress.js';
import { isMeasured, type Plan } from './plan.js';
import { quiet } from './quiet.js';
import type { Measurements } from './results.js';
import type { StartedTarget } from './start-targets.js';
import type { State } from './states.js';

/** What is measured on what. */
export interface Course {
  readonly classes: readonly RequestClass[];
  readonly targets: readonly StartedTarget[];
  readonly plan: Plan;
  readonly measurements: Measurements;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Each class on each server in all states, one after the other; then the next round. */
export async function measureRounds(states: readonly State[], course: Course): Promise<void> {
  const { classes, targets, plan, progress } = course;
  const all = plan.rounds * classes.length * targets.length;
  let done = 0;
  for (let round = 0; round < plan.rounds; round++) {
    // Who comes first has the cache that the one before has left; so each comes first in turn.
    const inTurn = [...targets.slice(round % targets.length), ...targets.slice(0, round % targets.length)];
    for (const requests of classes) {
      for (const one of inTurn) {
        const share = Math.round((100 * done++) / all);
        const { key, title } = requests;
        progress.step(`${share} %  round ${round + 1} of ${plan.rounds}  ${key} ${title}  ${one.target.name}`);
        for (const state of states)
          if (one.isAsked(requests) && isMeasured(requests.key, one.target.name, state))
            await measureState(requests, one, state, course);
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
