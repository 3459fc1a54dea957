/** In fewer requests there is no telling how fast something is. */
export const FEWEST = 8;

/** What can be measured. `against`: the service of another commit. */
export const TARGET_NAMES = ['service', 'floor', 'usual', 'against'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];
