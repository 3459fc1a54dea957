import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { FeedEntry } from '../feed.types.js';
import { entryOf, fixture, inPieces, readAll, readOne } from '../../../../test/support/feed-entries.js';
import { checkReaxml, readReaxml } from './read-reaxml.js';

const list = (...entries: string[]) =>
  `<propertyList username="u" password="hush">${entries.join('\n')}</propertyList>`;
const headline = (text: string) => entryOf(`<headline>${text}</headline>`);

async function problemOf(file: string | Uint8Array): Promise<string | undefined> {
  const last = (await readAll(file)).at(-1);
  const { problem } = await checkReaxml(inPieces(file));
  expect(problem).toEqual(last?.kind === 'file-problem' && last.fatal ? last : undefined);
  return problem?.problem;
}

async function notesOf(file: string | Uint8Array) {
  return (await readOne(file)).notes.map(({ element, problem, done }) => `${element}: ${problem}: ${done}`);
}

describe('a feed', () => {
  it('is the same in pieces of any size', async () => {
    const file = fixture('all-kinds');
    const whole = await readAll(file, file.length);
    expect(whole).toHaveLength(8);
    for (const size of [1, 2, 3, 7, 64, 1000]) expect(await readAll(file, size)).toEqual(whole);
    expect(await checkReaxml(inPieces(file))).toEqual({ entries: 8 });
  });

  it('keeps credentials and vendors to itself', async () => {
    expect(JSON.stringify(await readAll(fixture('all-kinds')))).not.toMatch(/not-to-be-seen|nobody|Secret|seller/);
    for (const bad of ['</oops>', '', '&x;', '<a b="c>']) {
      expect(JSON.stringify(await readAll(`<propertyList username="u" password="hush">${bad}`))).not.toContain('hush');
    }
  });

  it('may be empty', async () => {
    expect(await readAll('<propertyList/>')).toEqual([]);
    expect(await checkReaxml(inPieces('<propertyList/>'))).toEqual({ entries: 0 });
  });
});

describe('encodings', () => {
  const text = 'Café – “Été” 日本 🏡';
  const western = 'Café – “Été”';
  const declared = (encoding: string, words: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\r\n${list(headline(words))}`;
  const encoded = (encoding: string, as: string, words: string, bom = false) =>
    iconv.encode(declared(encoding, words), as, { addBOM: bom });

  it.each([
    ['UTF-8', encoded('utf-8', 'utf-8', text), text],
    ['UTF-8 with a byte order mark', encoded('utf-8', 'utf-8', text, true), text],
    ['UTF-16 LE with a byte order mark', encoded('utf-16', 'utf-16le', text, true), text],
    ['UTF-16 BE with a byte order mark', encoded('utf-16', 'utf-16be', text, true), text],
    ['UTF-16 LE', encoded('utf-16', 'utf-16le', text), text],
    ['UTF-16 BE', encoded('utf-16', 'utf-16be', text), text],
    ['windows-1252', encoded('windows-1252', 'windows-1252', western), western],
    ['what is called ISO-8859-1', encoded('ISO-8859-1', 'windows-1252', western), western],
    ['UTF-8 that says it is UTF-16', encoded('utf-16', 'utf-8', text), text],
    ['nothing declared', Buffer.from(list(headline(text))), text],
  ])('%s', async (_, bytes, words) => {
    for (const size of [1, 3, 4096]) {
      const [entry] = (await readAll(bytes, size)) as FeedEntry[];
      expect(entry?.element.children.at(-1)?.text).toBe(words);
      expect(entry?.notes).toEqual([]);
    }
  });

  it('reads bytes that are not in it as windows-1252, and reports that once', async () => {
    expect(await notesOf(encoded('utf-8', 'windows-1252', western))).toEqual([
      'headline: bytes that are not UTF-8: read as windows-1252, there and further on',
    ]);
    const marker = '~'.repeat(4);
    const [before, after] = declared('utf-8', `${text} ${marker}é`).split(marker);
    const mixed = Buffer.concat([
      Buffer.from(before ?? ''),
      Buffer.from('caf\xe9 \x93', 'latin1'),
      Buffer.from(after ?? ''),
    ]);
    for (const size of [1, 2, 3, 5, 4096]) {
      const entry = (await readAll(mixed, size))[0] as FeedEntry;
      expect(entry.element.children.at(-1)?.text).toBe(`${text} café “é`);
      expect(entry.notes).toMatchObject([{ line: 2, column: 182, problem: 'bytes that are not UTF-8' }]);
    }
    expect(await problemOf(declared('EBCDIC-CP-US', ''))).toBe('is in the encoding "ebcdic-cp-us", which is not read');
  });
});

describe('what real feeds get wrong is mended', () => {
  it.each([
    ['forbidden characters', headline('a\u0016b\u0000c\uFFFEd\u0016'), 'abcd', 'U+0016, which XML forbids (2 times)'],
    ['forbidden references', headline('a&#22;b&#x0;c&#xD800;'), 'abc', 'reference &#22;, which XML forbids'],
    ['HTML entities', headline('a&nbsp;b&ndash;c&Eacute;'), 'a\u00A0b–cÉ', '&nbsp;, which is not defined'],
    ['unknown entities', headline('a&bogus;b&toString;c'), 'a&bogus;b&toString;c', '&bogus;, which is not defined'],
    ['bare ampersands', headline('Smith & Sons && Co &'), 'Smith & Sons && Co &', 'a bare ampersand (4 times)'],
    ['bare less-than signs', headline('<5 min to < 3'), '<5 min to < 3', 'a bare less-than sign (2 times)'],
    ['nothing', headline('a<![CDATA[<b>&nbsp;&]]>c<!-- d & e --><?f?>g&amp;h'), 'a &cg&h', ''],
  ])('%s', async (_, xml, words, problem) => {
    const { patch, notes } = await readOne(xml);
    expect(patch.headline).toBe(words);
    expect(notes[0]?.problem ?? '').toContain(problem);
    expect((await checkReaxml(inPieces(xml))).problem).toBeUndefined();
  });

  it('in attributes too', async () => {
    const { patch } = await readOne(entryOf('<externalLink href="https://x.example/?a=1&b=2&eacute;"/>'));
    expect(patch.externalLinks).toEqual(['https://x.example/?a=1&b=2é']);
  });

  it('and reported with the right entry', async () => {
    const entries = (await readAll(list(headline('a'), headline('b\u0001'), headline('c')), 50)) as FeedEntry[];
    expect(entries.map(({ notes }) => notes.length)).toEqual([0, 1, 0]);
  });

  it('or with the file', async () => {
    expect(await readAll(`${list(headline('a'))}\u0000`)).toEqual([
      expect.objectContaining({ kind: 'entry' }),
      expect.objectContaining({ fatal: false, problem: 'the character U+0000, which XML forbids', done: 'stripped' }),
    ]);
  });
});

describe('what is not REAXML is rejected whole', () => {
  const good = headline('good');
  it.each([
    ['nothing', '', 'document must contain a root element'],
    ['no XML', 'Dear all, see attached', 'text data outside of root node'],
    ['a zip', Buffer.from('504b0304140000000800', 'hex'), 'is not well-formed XML'],
    ['another document', '<html><body/></html>', 'has the root element <html>, not <propertyList>'],
    ['one that is cut', list(good).slice(0, -15), 'unclosed tag: propertyList (behind entry 1)'],
    ['one that is cut in a tag', `<propertyList>${good}<resid`, 'ends in the middle of its markup (behind entry 1)'],
    ['one that is cut in CDATA', `<propertyList>${good}<a><![CDATA[x`, 'ends in the middle of its markup'],
    ['one that is cut in a comment', `${list(good)}<!-- `, 'ends in the middle of its markup'],
    ['one with a tag that is not closed', list(good, '<land><a></land>'), 'unexpected close tag (behind entry 1)'],
    ['two in one', list(good) + list(good), 'documents may contain only one root (behind entry 1)'],
    ['text behind it', `${list(good)} and so on`, 'text data outside of root node'],
    ['a duplicate attribute', list('<land a="1" a="2"/>'), 'duplicate attribute: a'],
  ])('%s', async (_, file, problem) => {
    expect(await problemOf(file)).toContain(problem);
  });

  it.each([
    ['a bomb', '[<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]'],
    ['an external entity', '[<!ENTITY x SYSTEM "file:///etc/passwd">]'],
    ['a parameter entity', '[<!ENTITY % x SYSTEM "http://evil.example/x.dtd"> %x;]'],
    ['one in small letters', '[<!entity b "c">]'],
    ['one behind a comment', "[<!-- ' --><!ENTITY a SYSTEM 'x'>]"],
  ])('%s', async (_, subset) => {
    const xml = `<?xml version="1.0"?><!DOCTYPE propertyList ${subset}>${list(headline('&x;&b;'))}`;
    expect(await readAll(xml)).toMatchObject([
      { kind: 'file-problem', fatal: true, problem: 'defines entities, which are refused' },
    ]);
    expect(await problemOf(Buffer.from(`\uFEFF${xml}`, 'utf16le'))).toBe('defines entities, which are refused');
  });

  it('a file that only lacks its end says so, wherever it is cut; one that is wrong does not', async () => {
    const text = fixture('all-kinds').toString();
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
      for (let length = 4; length < bytes.lastIndexOf('>'); length += 101) {
        const { problem } = await checkReaxml(inPieces(bytes.subarray(0, length)));
        expect({ length, ...problem }).toMatchObject({ length, fatal: true, isTruncated: true });
      }
    }
    for (const wrong of ['<html>', `<propertyList>${good}</land>`, 'Dear all']) {
      expect((await checkReaxml(inPieces(wrong))).problem).toMatchObject({ fatal: true, isTruncated: false });
    }
  });

  it('a document type without entities is not', async () => {
    const doctype =
      '<!DOCTYPE propertyList PUBLIC "-//>//" "http://x.example/[entity].dtd" [<!ELEMENT a (b)><!-- ]> -->]>';
    expect(await problemOf(`${doctype}${list(good)}`)).toBeUndefined();
    expect(await problemOf(`${doctype}<!DOCTYPE b "c" ">">${list(good)}`)).toBeUndefined();
    expect(await problemOf(`<!DOCTYPE propertyList [${' '.repeat(70_000)}`)).toContain('document type that is far too');
  });

  it('errors of the source are thrown', async () => {
    const broken = async function* () {
      yield Buffer.from('<propertyList>');
      throw new Error('disk');
    };
    await expect(checkReaxml(broken())).rejects.toThrow('disk');
    await expect(readReaxml(broken()).next()).rejects.toThrow('disk');
  });
});
