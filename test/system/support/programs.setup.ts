import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const run = globalThis as { builtPrograms?: Promise<unknown> };

/** The programs as delivered, and as a bundle. */
const buildPrograms = (): Promise<unknown> => Promise.all([build(), build({ mode: 'bundle' })]);

/** Builds the programs once for the projects of a run. */
export default async function setup(project: TestProject): Promise<void> {
  await (run.builtPrograms ??= buildPrograms());
  project.onTestsRerun(async () => {
    await buildPrograms();
  });
}
