/** Scale of random tests: `npm test` draws a sample of about two seconds, `WALK=20` twenty times as much. */
const factor = Number(process.env['WALK'] ?? 1);

/** Seed of random tests, from `WALK_SEED`, such as 7. */
export const walkSeed = Number(process.env['WALK_SEED'] ?? 1);

/** @param sample number of draws in `npm test` */
export const walk = (sample: number): number => Math.ceil(sample * factor);

/** Days since 1970. */
const TODAY = Math.floor(Date.now() / 86_400_000);

/** Selects cases of a long table, spread over all of it, and others each day. @param sample number of cases in `npm test` */
export function spread<Case>(cases: readonly Case[], sample: number): Case[] {
  const step = Math.max(1, Math.floor(cases.length / walk(sample)));
  return cases.filter((_, at) => (at + TODAY) % step === 0);
}
