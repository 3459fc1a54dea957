import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Arrival } from './arrivals.js';

/**
 * Moves a file that was dealt with to `done` or `failed` beside it, its report first: whoever finds the file there finds
 * its report. A name that is there already gets a number.
 */
export async function putAway(
  { folder, name, path }: Arrival,
  where: 'done' | 'failed',
  report: object,
): Promise<void> {
  const target = join(folder, where);
  await mkdir(target, { recursive: true });
  const free = await freeName(target, name);
  const reportPath = join(target, `${free}.report.json`);
  await writeFile(`${reportPath}.draft`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${reportPath}.draft`, reportPath);
  await rename(path, join(target, free));
}

async function freeName(folder: string, name: string): Promise<string> {
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem}-${number}${ending}`;
    if (!(await stat(join(folder, candidate)).catch(() => undefined))) return candidate;
  }
}
