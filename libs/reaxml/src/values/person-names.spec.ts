import { describe, expect, it } from 'vitest';
import { isAlikeName, isSameFirstName, isSameName, nameWords } from './person-names.js';

describe('the words of a name', () => {
  it.each([
    ['Dr. Zoë O’Brien-Lee (Zo)', ['zoe', 'obrien', 'lee']],
    ['MR John  SMITH', ['john', 'smith']],
    ['John Smith Jnr', ['john', 'smith']],
    ['Al Am', ['al', 'am']],
    ['李明', ['李明']],
    ['...', []],
  ])('%s are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});

it.each([
  ['Jane Roe', 'JANE ROE', true, false, true],
  ['Jane Roe', 'Jane Mary Roe', false, true, true],
  ['Jane Mary Roe', 'J. Roe', false, true, false],
  ['Jane Roe', 'Jane M. Roe', false, true, true],
  ["Jane O'Brien", 'jane OBrien', true, false, true],
  ['Anne-Marie Roe', 'Anne Marie Roe', true, false, true],
  ['Robert Roe', 'Robert (Rob) Roe', true, false, true],
  ['Jane Roe', 'Roe Jane', false, true, false],
  ['Jane Roe', 'Jane Smith', false, false, true],
  ['Jane Roe', 'Joan Roe', false, false, false],
  ['Jane', 'Jane Roe', false, false, true],
  ['', '', false, false, false],
])('%j and %j: the same %s, alike %s, the same first name %s', (one, other, same, alike, first) => {
  const [a, b] = [nameWords(one), nameWords(other)];
  expect(isSameName(a, b)).toBe(same);
  if (!same) expect(isAlikeName(a, b)).toBe(alike);
  expect(isSameFirstName(a, b)).toBe(first);
});
