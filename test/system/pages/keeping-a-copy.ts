import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../../docs/KEEPING-A-COPY.md'), 'utf8');

/** A row of a copy; a row without content is removed. The other fields are those of the change, if there is one. */
export interface CopyRow {
  readonly resource: string;
  readonly id: number;
  readonly row?: Readonly<Record<string, unknown>>;
  readonly cursor?: string;
  readonly kind?: string;
  readonly kinds?: readonly string[];
}

/** The state of the example. */
export interface Copy {
  /** Undefined: everything must be read. */
  cursor: string | undefined;
  replace(rows: readonly CopyRow[], cursor: string): Promise<void>;
  apply(rows: readonly CopyRow[], cursor: string): Promise<void>;
}

export interface Directory {
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Copies one website only. */
  readonly websiteID?: number;
  readonly pauseMs?: number;
}

/** The programs of the page "Keeping a copy". */
export interface Programs {
  readonly keepCopy: (directory: Directory, copy: Copy, signal: AbortSignal) => Promise<void>;
  readonly streamCopy: (directory: Directory, copy: Copy, signal: AbortSignal) => Promise<void>;
  readonly FileCopy: { open(path: string): Promise<Copy & { readonly rows: Map<string, object> }> };
}

/** The length of a second in the programs. */
export const SECOND_MS = 100;

/** Runs the programs of the page: the first line of each block names its file. Their seconds are shorter. */
export async function programsOfThePage(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'keeping-a-copy-'));
  const modules: object[] = [];
  try {
    for (const [, name = '', code = ''] of PAGE.matchAll(/^```js\n\/\/ (\S+\.mjs)\n([^]*?)^```$/gm)) {
      const path = join(folder, name);
      await writeFile(path, code.replace('1000 * response', `${SECOND_MS} * response`));
      modules.push((await import(/* @vite-ignore */ pathToFileURL(path).href)) as object);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return Object.assign({}, ...modules) as Programs; // the documented exports; otherwise the tests fail
}
