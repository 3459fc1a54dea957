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
