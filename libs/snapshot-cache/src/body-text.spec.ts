import { expect, it } from 'vitest';
import { BodyText } from './body-text.js';

it('a text in parts becomes the bytes of the whole, whatever letters and bytes it has', () => {
  const items = ['"é"', Buffer.from('"🏡"'), '"ü"', Buffer.from('1')];
  expect(new BodyText('[', items, ',', ']').written().toString()).toBe('["é","🏡","ü",1]');
  expect(new BodyText('[', [], ',', ']').written().toString()).toBe('[]');
  expect(new BodyText('one').written().toString()).toBe('one');
});

it('a text may be of any length', () => {
  const items = Array.from({ length: 30 }, (_, at) => String(at).repeat(100_000));
  const long = new BodyText('', items).written().toString();
  expect(long === items.join('')).toBe(true);
});

it('the bytes are there until others are written, a copy longer', () => {
  const one = new BodyText('one');
  const [written, copy] = [one.written(), one.toBuffer()];
  new BodyText('two').written();
  expect([written.toString(), copy.toString()]).toEqual(['two', 'one']);
});
