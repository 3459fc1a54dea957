import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A project under the same rules, which breaks them. */
let house: string;

const FILES: Readonly<Record<string, string>> = {
  'libs/sql/src/index.ts': 'export const sql = String.raw;\nexport class SqlExecutor {}\n',
  'libs/agents/src/agents.service.ts':
    "import { SqlExecutor } from '@app/sql';\n\nexport const executor = new SqlExecutor();\n",
  'libs/agents/src/agents.controller.ts':
    "import type { SqlExecutor } from '@app/sql';\n\nexport type Executor = SqlExecutor;\n",
  'libs/agents/src/agents.repository.ts': "import { sql } from '@app/sql';\n\nexport const one = sql`SELECT 1`;\n",
  'libs/agents/src/agent.names.ts': "import { sql } from '@app/sql';\n\nexport const two = sql`SELECT 2`;\n",
  'libs/agents/src/agent.pool.ts': "import { Pool } from 'pg';\n\nexport const pool = new Pool();\n",
};

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'house-'));
  for (const rules of ['.dependency-cruiser.cjs', '.oxlintrc.json', 'tsconfig.json', 'package.json'])
    await copyFile(join(root, rules), join(house, rules));
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), text);
  }
});

afterAll(() => rm(house, { recursive: true }));

/** The output of a check that finds violations. */
async function complaints(program: string, ...args: string[]): Promise<string> {
  const failed: unknown = await run(resolve(root, 'node_modules/.bin', program), args, { cwd: house }).catch(
    (error: unknown) => error,
  );
  return failed instanceof Error && 'stdout' in failed ? String(failed.stdout) : '';
}

describe('the SQL rules', () => {
  it('forbid statements in services and controllers, but allow a controller the type of an executor', async () => {
    const found = await complaints('depcruise', 'libs', '--output-type', 'err');
    expect(found.match(/error sql-in-repositories.*/g)).toEqual([
      'error sql-in-repositories: libs/agents/src/agents.service.ts → libs/sql/src/index.ts',
    ]);
  });

  it('allow SQL only in files of certain roles, and only through @app/sql', async () => {
    const found = await complaints('oxlint', '--format', 'unix', 'libs');
    const broken = found.split('\n').filter((line) => line.includes('no-restricted-imports'));
    const files = broken.map((line) => /libs\/[\w./-]+\.ts/.exec(line)?.[0]);
    expect(new Set(files)).toEqual(new Set(['libs/agents/src/agent.names.ts', 'libs/agents/src/agent.pool.ts']));
  });
});
