import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XmlGate } from './xml-gate.js';

/** The output of a gate for a text that comes in these pieces. */
function through(...pieces: string[]) {
  let xml = '';
  const notes: string[] = [];
  const gate = new XmlGate({
    push: (piece) => void (xml += piece),
    note: (problem, done) => void notes.push(`${problem}: ${done}`),
  });
  let at = 0;
  for (const piece of pieces) {
    gate.push(piece, at);
    at += piece.length;
  }
  gate.end();
  return { xml, notes };
}

describe('XmlGate', () => {
  it.each([
    ['<a b="c" d=\'"e>"\'>f</a>', '<a b="c" d=\'"e>"\'>f</a>'],
    ['<?xml version="1.0"?><!-- <x> & --><a/>', '<a/>'],
    ['<!DOCTYPE a "b>c" [<!ELEMENT d>]><!doctype e><a/>', '<a/>'],
    ['<a>b & c &amp; d &copy; &x; &#65; &#1; e</a>', '<a>b &amp; c &amp; d © &amp;x; &#65;  e</a>'],
    ['<!DOCTYPE a [<!ENTITY nbsp "&#160;">]><a b="&nbsp;">&nbsp;&x;</a>', '<a b="&#160;">&#160;&amp;x;</a>'],
    [
      `<!DOCTYPE a SYSTEM "b" [ <?p ' ]> ?><!ELEMENT a ANY><!-- <!ENTITY x "&y;"> --><!ATTLIST a b CDATA "]>"> ]><a/>`,
      '<a/>',
    ],
    [`<!DOCTYPE a [<!ENTITY us 'A &amp; "B" ]]>'>]><a b="&us;"/>`, '<a b="A &amp; &#34;B&#34; ]]&#62;"/>'],
    ['<!DOCTYPE a [<!ENTITY b "c"><!ENTITY b "d"><!ENTITY amp "e"><!ENTITY f "">]><a>&b;&amp;&f;</a>', '<a>c&amp;</a>'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a><![CDATA[&b;]]></a>', '<a><![CDATA[&b;]]></a>'],
    ['<a>1 < 2 <3</a>', '<a>1 &lt; 2 &lt;3</a>'],
    ['<a><![CDATA[<&nbsp;]] >]]></a>', '<a><![CDATA[<&nbsp;]] >]]></a>'],
    ['<a b="&lt;&"/>', '<a b="&lt;&amp;"/>'],
    ['<é/>', '<é/>'],
    ['&', '&amp;'],
    ['<', '&lt;'],
  ])('%s', (given, passed) => {
    expect(through(given).xml).toBe(passed);
    expect(through(...given).xml).toBe(passed);
  });

  it.each(['<a', '<a b="', '<!--', '<![CDATA[', '<?a', '<!DOCTYPE a'])('%s has no end', (given) => {
    expect(() => through(given)).toThrow('ends in the middle of its markup');
  });

  it.each([
    ['refers to another', '<!ENTITY b "c"><!ENTITY d "&b;&b;">'],
    ['refers to itself', '<!ENTITY b "&b;">'],
    ['refers to HTML', '<!ENTITY b "&nbsp;">'],
    ['is a forbidden character', '<!ENTITY b "&#0;">'],
    ['is a bare ampersand', '<!ENTITY b "&">'],
    ['has markup', '<!ENTITY b "<c/>">'],
    ['is a file', '<!ENTITY b SYSTEM "file:///etc/passwd">'],
    ['is a public file', '<!ENTITY b PUBLIC "c" "http://x.example/">'],
    ['is not parsed', '<!ENTITY b SYSTEM "c" NDATA d>'],
    ['is a parameter', '<!ENTITY % b "c">'],
    ['has a parameter', '<!ENTITY b "%c;">'],
    ['is too long', `<!ENTITY b "${'c'.repeat(1001)}">`],
    ['has a name that is too long', `<!ENTITY ${'b'.repeat(33)} "c">`],
    ['lacks a space', '<!ENTITY b"c">'],
    ['is in small letters', '<!entity b "c">'],
    ['follows an odd quote', `<!-- ' --><?p " ?><!ENTITY b SYSTEM 'c'>`],
  ])('refuses an entity that %s', (_, subset) => {
    const xml = `<!DOCTYPE a [${subset}]><a>&b;</a>`;
    expect(() => through(xml)).toThrow('defines entities, which are refused');
    expect(() => through(...xml)).toThrow('defines entities, which are refused');
  });

  it('limits what entities add to a text and to a file', () => {
    const doctype = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]>`;
    const { xml, notes } = through(`${doctype}<a>${'&b;'.repeat(1100)}</a>`);
    expect(xml.length).toBe('<a></a>'.length + 1_048_000);
    expect(notes).toEqual(['a text of more than 1 MB: cut']);
    expect(() => through(`${doctype}<a>${`<b>${'&b;'.repeat(1000)}</b>`.repeat(5)}</a>`)).toThrow(
      'has entities that are far too long',
    );
  });

  it('makes the same of any text in any pieces', () => {
    const marks = fc.constantFrom(
      '<',
      '>',
      '&',
      ';',
      '"',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '<!DOCTYPE',
      '<!ENTITY b "',
      '&b;',
      '[',
      ']',
    );
    const text = fc.array(fc.oneof(marks, fc.string({ maxLength: 4 }))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), (given, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < given.length).toSorted((one, other) => one - other)];
        const pieces = places.map((from, at) => given.slice(from, places[at + 1]));
        expect(outcome(pieces)).toEqual(outcome([given]));
      }),
      { numRuns: 2000 },
    );
  });
});

function outcome(pieces: string[]): unknown {
  try {
    return through(...pieces);
  } catch (error) {
    return String(error);
  }
}
