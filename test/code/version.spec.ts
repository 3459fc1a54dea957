import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** The version of images, packages, jobs and programs in files. Earlier releases appear on their own: `0.9.0`. */
const NAMED = new RegExp(
  [
    String.raw`(?<=agency-directory(?:-migrate|-client)?(?:[-:@ ]|": "|:\$\{VERSION:-))\d+\.\d+\.\d+`,
    String.raw`(?<=VERSION[:=] ?)\d+\.\d+\.\d+`,
    String.raw`(?<="name": "agency-[a-z-]+",\n\s*"version": ")\d+\.\d+\.\d+`,
  ].join('|'),
  'g',
);

const files = execFileSync('git', ['ls-files', '--', '*.json', '*.md', '*.yml', '*.yaml', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !/^(docs\/openapi|packages\/client\/src\/generated)/.test(file));
const naming = files.filter((file) => read(file).search(NAMED) >= 0);

describe('the version of package.json', () => {
  it('is named by image, chart, client, site, lock and pages', () => {
    for (const file of 'docker-compose.yml package-lock.json packages/client/package.json README.md'.split(' ')) {
      expect(naming).toContain(file);
    }
  });

  it.each(naming)('is that of %s', async (file) => {
    await expect(read(file).replace(NAMED, version)).toMatchFileSnapshot(resolve(root, file));
  });
});
