import { createHash } from 'node:crypto';
import type { BigIntStats, Dirent } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FeedFile } from '../intake/feed-source.js';
import { findFeeds, isFeedName } from '../intake/feed-paths.js';
import { FeedTally, type FeedLine } from '../intake/feed-report.js';
import { codeOf, contentOf, InboxItem, pauseMs, stateOf, systemReason } from './inbox-item.js';
import { isAccountFolder, judgeAtTop, judgeInAccount } from './inbox-folder.js';
import { moveProcessed, openIn } from './move-processed.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-parts-'));
});

afterEach(() => rm(folder, { recursive: true }));

const FEED = '<propertyList><residential/></propertyList>';

type Sort = 'file' | 'folder' | 'link' | 'pipe';

const entryOf = (name: string, sort: Sort = 'file'): Dirent =>
  ({
    name,
    isFile: () => sort === 'file',
    isDirectory: () => sort === 'folder',
    isSymbolicLink: () => sort === 'link',
  }) as Dirent; // all that is asked of it

describe('what lies in the inbox', () => {
  it.each<[string, Sort, boolean]>([
    ['12', 'folder', true],
    ['2147483647', 'folder', true],
    ['2147483648', 'folder', false],
    ['99999999999', 'folder', false],
    ['012', 'folder', false],
    ['0', 'folder', false],
    ['-1', 'folder', false],
    ['1e3', 'folder', false],
    ['12', 'file', false],
    ['12', 'link', false],
  ])('%s, a %s, is the folder of an account: %s', (name, sort, is) => {
    expect(isAccountFolder(entryOf(name, sort))).toBe(is);
  });

  it.each<[string, Sort, 'feed' | 'skip' | 'ignored']>([
    ['12', 'folder', 'skip'],
    ['.hidden', 'file', 'skip'],
    ['.git', 'folder', 'skip'],
    ['agency', 'folder', 'ignored'],
    ['feed.xml', 'file', 'feed'],
    ['feed.zip', 'file', 'ignored'],
    ['full', 'folder', 'skip'],
    ['done', 'folder', 'skip'],
    ['full', 'link', 'ignored'],
    ['12', 'link', 'ignored'],
    ['pipe', 'pipe', 'ignored'],
  ])('%s, a %s at the top: %s', (name, sort, judgement) => {
    const judged = judgeAtTop(entryOf(name, sort));
    expect(typeof judged === 'object' ? 'ignored' : judged).toBe(judgement);
  });

  it.each<[string, Sort, string]>([
    ['feed.xml', 'file', 'feed'],
    ['FEED.XML', 'file', 'feed'],
    ['a.b.xml', 'file', 'feed'],
    ['.feed.xml', 'file', 'skip'],
    ['done', 'folder', 'skip'],
    ['failed', 'folder', 'skip'],
    ['full', 'folder', 'skip'],
    ['Done', 'folder', 'it is a folder'],
    ['a\n.xml', 'file', 'its name has a control character'],
    ['done', 'file', 'only *.xml is imported'],
    ['feed.zip', 'file', 'only *.xml is imported, not *.zip'],
    ['feed.xml.part', 'file', 'only *.xml is imported, not *.part'],
    ['bad\uFFFD.xml', 'file', 'its name is not in UTF-8'],
    ['feed.xml', 'link', 'links are not followed'],
    ['feed.xml', 'pipe', 'it is not a regular file'],
  ])('%s, a %s of an account: %s', (name, sort, expected) => {
    const judged = judgeInAccount(entryOf(name, sort));
    expect(typeof judged === 'object' ? judged.ignored : judged).toBe(expected);
  });
});

describe('a file that waits', () => {
  it('pauses twice as long after each fault, at most an hour', () => {
    expect([1, 2, 3, 4].map(pauseMs)).toEqual([1000, 2000, 4000, 8000]);
    expect([12, 13, 100, 2000].map(pauseMs)).toEqual([2_048_000, 3_600_000, 3_600_000, 3_600_000]);
  });

  it('starts anew with every other content', () => {
    const item = new InboxItem();
    item.update('a', 1n, 100);
    Object.assign(item, {
      faults: 3,
      notBefore: 900,
      hash: 'h',
      runID: 7,
      pendingMove: { where: 'done', report: {} },
    });
    expect(item.update('a', 2n, 200)).toBe(false);
    expect(item).toMatchObject({ faults: 3, notBefore: 900, hash: 'h', since: 100, mtimeNs: 2n });
    expect(item.update('b', 3n, 300)).toBe(true);
    const anew = { faults: 0, notBefore: 0, hash: '', since: 300, runID: undefined, pendingMove: undefined };
    expect(item).toMatchObject(anew);
  });

  it('has other content with any of device, number, size and time; its state with a reset time as well', () => {
    const stats = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n } as BigIntStats;
    const changed = (['dev', 'ino', 'size', 'mtimeNs'] as const).map((name) => contentOf({ ...stats, [name]: 9n }));
    expect(new Set([contentOf(stats), ...changed]).size).toBe(5);
    const reset = { ...stats, ctimeNs: 9n };
    expect([contentOf(reset) === contentOf(stats), stateOf(reset) === stateOf(stats)]).toEqual([true, false]);
  });
});

describe('a processed file', () => {
  const report = { outcome: 'done' };

  /** Moves a file of the folder; whether it was moved. */
  async function move(name: string, where: 'done' | 'failed' = 'done', before?: () => Promise<void>): Promise<boolean> {
    const file = await openIn(folder, name);
    try {
      await before?.();
      return await moveProcessed(folder, file, { where, report });
    } finally {
      await file.close();
    }
  }

  it('is moved with its report', async () => {
    await writeFile(join(folder, 'a.xml'), FEED);
    expect(await move('a.xml')).toBe(true);
    expect((await readdir(join(folder, 'done'))).sort()).toEqual(['a.xml', 'a.xml.report.json']);
    expect(JSON.parse(await readFile(join(folder, 'done', 'a.xml.report.json'), 'utf8'))).toEqual(report);
    expect(await readdir(folder)).toEqual(['done']);
  });

  it('gets a number when its name is taken, and takes nothing away', async () => {
    for (const text of ['one', 'two', 'three']) {
      await writeFile(join(folder, 'a.xml'), text);
      expect(await move('a.xml', 'failed')).toBe(true);
    }
    const names = (await readdir(join(folder, 'failed'))).filter((name) => name.endsWith('.xml'));
    expect(names.sort()).toEqual(['a-2.xml', 'a-3.xml', 'a.xml']);
    const texts = names.map((name) => readFile(join(folder, 'failed', name), 'utf8'));
    expect(await Promise.all(texts)).toEqual(['two', 'three', 'one']);
  });

  it.each([`${'x'.repeat(251)}.xml`, `${'é'.repeat(125)}.xml`])(
    'has a name that is cut where it is too long',
    async (name) => {
      await writeFile(join(folder, name), FEED);
      expect(await move(name)).toBe(true);
      const [first = '', second = ''] = (await readdir(join(folder, 'done'))).sort();
      expect(second).toBe(`${first}.report.json`);
      expect(first).toMatch(/^(x+|é+)\.xml$/);
      expect(Buffer.byteLength(second)).toBeLessThanOrEqual(255);
    },
  );

  it.each([
    ['grew', () => writeFile(join(folder, 'a.xml'), `${FEED} `)],
    ['was touched', () => utimes(join(folder, 'a.xml'), new Date(0), new Date(0))],
    [
      'was replaced',
      async () => {
        await writeFile(join(folder, 'b'), FEED);
        await rename(join(folder, 'b'), join(folder, 'a.xml'));
      },
    ],
  ])('that %s meanwhile stays where it is', async (_, change) => {
    await writeFile(join(folder, 'a.xml'), FEED);
    expect(await move('a.xml', 'done', change)).toBe(false);
    expect(await readdir(join(folder, 'done'))).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['a.xml', 'done']);
  });

  it('is not moved out of the inbox by a link', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
    await writeFile(join(folder, 'a.xml'), FEED);
    await symlink(elsewhere, join(folder, 'done'));
    await expect(move('a.xml')).rejects.toThrow('"done" is not a folder');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });

  it('is never a link, nor in a folder that is one', async () => {
    await writeFile(join(folder, 'a.xml'), FEED);
    await symlink(join(folder, 'a.xml'), join(folder, 'link.xml'));
    await expect(openIn(folder, 'link.xml')).rejects.toThrow(expect.objectContaining({ code: 'ELOOP' }));
    await symlink(folder, `${folder}-link`);
    await expect(openIn(`${folder}-link`, 'a.xml')).rejects.toThrow('its folder is a link');
    await rm(`${folder}-link`);
  });
});

describe('a feed file', () => {
  const open = async (text: string): Promise<FeedFile> => {
    await writeFile(join(folder, 'a.xml'), text);
    return FeedFile.open(join(folder, 'a.xml'));
  };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it('has the hash of all of it, also where the check ends early', async () => {
    for (const text of [FEED, `<other/>${'x'.repeat(1_200_000)}`, '']) {
      const file = await open(text);
      const { hash, problem } = await file.check();
      expect([hash, problem === undefined]).toEqual([sha256(text), text === FEED]);
      await file.close();
    }
  });

  it('is checked in small pieces, between which requests get turns', async () => {
    const file = await open(FEED + ' '.repeat(1_000_000));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await file.check();
    clearImmediate(next);
    expect(turns).toBeGreaterThan(60);
    await file.close();
  });

  it('is read up to the size that it had, in small pieces', async () => {
    const file = await open('x'.repeat(40_000));
    await writeFile(join(folder, 'a.xml'), 'y'.repeat(50_000));
    const sizes: number[] = [];
    for await (const piece of file.pieces()) sizes.push(piece.length);
    expect(sizes).toEqual([16_384, 16_384, 7_232]);
    expect(file.read).toBe(40_000);
    await file.close();
  });

  it('ends where it was cut off', async () => {
    const file = await open('x'.repeat(40_000));
    await writeFile(join(folder, 'a.xml'), 'y');
    let bytes = 0;
    for await (const piece of file.pieces()) bytes += piece.length;
    expect(bytes).toBe(1);
    await file.close();
  });

  it('is a regular file', async () => {
    await expect(FeedFile.open(folder)).rejects.toThrow('not a file');
    await expect(FeedFile.open(join(folder, 'none.xml'))).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('the files of a command', () => {
  it.each([
    ['a.xml', true],
    ['A.XML', true],
    ['.a.xml', false],
    ['.xml', false],
    ['xml', false],
    ['a.xml.gz', false],
    ['a.xmlx', false],
  ])('%s is one: %s', (name, is) => {
    expect(isFeedName(name)).toBe(is);
  });

  it('are those given, and those of folders by name', async () => {
    await mkdir(join(folder, 'feeds'));
    for (const name of ['feeds/b.xml', 'feeds/a.XML', 'feeds/c.txt', 'feeds/.d.xml', 'z.xml'])
      await writeFile(join(folder, name), FEED);
    expect(await findFeeds([join(folder, 'z.xml'), join(folder, 'feeds')])).toEqual(
      ['z.xml', 'feeds/a.XML', 'feeds/b.xml'].map((name) => join(folder, name)),
    );
  });

  it('must be there, and be feeds', async () => {
    await writeFile(join(folder, 'c.txt'), FEED);
    await expect(findFeeds([join(folder, 'none')])).rejects.toThrow('no such file or folder');
    await expect(findFeeds([join(folder, 'c.txt')])).rejects.toThrow('not a file called *.xml');
    await expect(findFeeds([folder])).rejects.toThrow('*.xml');
  });
});

describe('the lines of a report', () => {
  const line: Omit<FeedLine, 'file'> = {
    line: 1,
    column: 2,
    entry: 3,
    uniqueID: 'u',
    element: 'e',
    problem: 'p',
    done: 'd',
    outcome: 'updated',
  };

  it('have the name of the file', () => {
    const lines = new FeedTally('a.xml');
    lines.add(line);
    expect(lines.result().problems).toEqual([{ file: 'a.xml', ...line }]);
  });

  it('are counted beyond ten thousand', () => {
    const lines = new FeedTally('a.xml');
    for (let at = 0; at < 10_005; at++) lines.add(line);
    const all = lines.result().problems;
    expect(all.length).toBe(10_001);
    expect(all.at(-1)).toMatchObject({ line: null, entry: null, problem: '5 more problems', outcome: '' });
  });
});

describe('errors of the file system', () => {
  it('have a code, and a reason without the path', async () => {
    const error: unknown = await readFile(join(folder, 'none')).catch((fault: unknown) => fault);
    expect([codeOf(error), systemReason(error)]).toEqual(['ENOENT', 'no such file or directory']);
    expect([codeOf(new Error('x')), systemReason(new Error('x'))]).toEqual(['', undefined]);
    expect([codeOf('thrown'), systemReason(undefined)]).toEqual(['', undefined]);
  });
});
