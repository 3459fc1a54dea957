import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSources } from './bundle-files.js';
import { BundleFolder } from '../../../../test/support/bundle-lines.js';

describe('findSources', () => {
  let folder: BundleFolder;

  beforeEach(async () => {
    folder = await BundleFolder.make();
  });

  afterEach(() => folder.remove());

  const things = async (...names: string[]) => {
    const sources = await findSources(names.map((name) => join(folder.path, name)));
    return sources.map(({ kind }) => kind);
  };

  it('finds the files of a bundle', async () => {
    await folder.write({ listings: [], suburbs: [] });
    expect(await things('')).toEqual(['suburbs', 'listings']);
  });

  it.each([
    ['agents.ndjson', ['agents']],
    ['2026-03-listings.ndjson', ['listings']],
    ['suburbs.csv', ['suburbs', 'suburbs']],
  ])('recognizes %s by its name; a CSV gets its supplement', async (name, kinds) => {
    await writeFile(join(folder.path, name), '');
    expect(await things(name)).toEqual(kinds);
  });

  it('refuses other files', async () => {
    await writeFile(join(folder.path, 'notes.txt'), '');
    await writeFile(join(folder.path, 'x.xml'), '');
    await expect(things('notes.txt')).rejects.toThrow(
      /notes\.txt: not a suburbs CSV, nor a file called suburbs\.ndjson/,
    );
    await expect(things('x.xml')).rejects.toThrow(/x\.xml: REAXML and bundles are imported by commands/);
    await expect(things('')).rejects.toThrow(/: holds none of suburbs\.ndjson/);
    await expect(things('nowhere')).rejects.toThrow(/nowhere: no such file or folder/);
  });
});
