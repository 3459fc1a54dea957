import { expect, it } from 'vitest';
import { Turns } from './turns.js';

it('the key that was served longest ago comes first; new keys keep their order', () => {
  const turns = new Turns<string>();
  const order = (...keys: string[]) => turns.inOrder(keys, (key) => key).join('');
  expect(order('b', 'a', 'c')).toBe('bac');
  turns.serve('a');
  expect(order('a', 'b', 'c')).toBe('bca');
  turns.serve('b');
  turns.serve('a');
  expect(order('a', 'b', 'c')).toBe('cba');
});
