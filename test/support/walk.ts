/** How much of a random test runs: `npm test` draws a sample of about two seconds, `WALK=20` twenty times as much. */
const factor = Number(process.env['WALK'] ?? 1);

/** The seed of random tests: `WALK_SEED=7` draws others. */
export const walkSeed = Number(process.env['WALK_SEED'] ?? 1);

/** @param sample how many draws `npm test` makes */
export const walk = (sample: number): number => Math.ceil(sample * factor);

/** Days since 1970. */
const TODAY = Math.floor(Date.now() / 86_400_000);

/** Cases of a long table, spread over all of it, and others each day. @param sample how many `npm test` takes */
export function spread<Case>(cases: readonly Case[], sample: number): Case[] {
  const step = Math.max(1, Math.floor(cases.length / walk(sample)));
  return cases.filter((_, at) => (at + TODAY) % step === 0);
}
