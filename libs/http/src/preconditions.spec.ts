import { describe, expect, it } from 'vitest';
import { ensureMet, etagOf, listsTag } from './preconditions.js';

describe('If-Match (D17)', () => {
  it.each([undefined, '*', ' * ', etagOf(7, 'one answer'), etagOf(7, 'another'), `"1-x", ${etagOf(7, '')}`, '"7-"'])(
    '%s matches version 7',
    (ifMatch) => {
      expect(() => ensureMet({ ifMatch }, 7)).not.toThrow();
    },
  );

  it.each(['', '7', '"7"', '"6-x"', '"77-x"', '"7-x', 'W/"7-x"', '"70-x", "1-x"'])(
    '%s does not match version 7',
    (ifMatch) => {
      expect(() => ensureMet({ ifMatch }, 7)).toThrow(expect.objectContaining({ code: 'PRECONDITION_FAILED' }));
    },
  );

  it('distinguishes versions from responses in an ETag', () => {
    expect(new Set([etagOf(1, 'a'), etagOf(2, 'a'), etagOf(1, 'b')]).size).toBe(3);
    expect(etagOf(1, 'a')).toBe(etagOf(1, 'a'));
    expect(etagOf(12, 'a')).toMatch(/^"12-[\w-]{16}"$/);
  });
});

describe('If-None-Match (B33)', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', 'W/"b" ,W/"a"', '"x,y", "a", "z"', '"b"\t,\t"a"'])(
    '%s matches "a"',
    (listed) => {
      expect([listsTag(listed, '"a"'), listsTag(listed, 'W/"a"')]).toEqual([true, true]);
    },
  );

  it.each([undefined, '', 'a', '"A"', '"b"', '*', '"a', '"b,a"', '"ab", "ba"', 'W/"b"'])(
    '%s does not match "a"',
    (listed) => {
      expect([listsTag(listed, '"a"'), listsTag(listed, 'W/"a"')]).toEqual([false, false]);
    },
  );
});
