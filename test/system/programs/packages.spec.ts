import { expect, it } from 'vitest';
import { Command } from '../support/command.js';

it('every package runs on this version of Node.js', { timeout: 60_000 }, async () => {
  const words = ['npm', 'ci', '--dry-run', '--offline', '--engine-strict', '--no-audit', '--no-fund'];
  const installation = Command.start(words);
  const { code } = await installation.ended;
  expect([installation.output, code]).toEqual([expect.not.stringContaining('npm warn'), 0]);
});
