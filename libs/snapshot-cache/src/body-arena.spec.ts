import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyArena, type Loan } from './body-arena.js';

interface Key {
  readonly id: number;
}

const SIZE = 1_000;
const keys: readonly Key[] = Array.from({ length: 40 }, (_, id) => ({ id }));
const keyOf = (id: number): Key => keys[id] ?? { id };
/** A body that nobody else has. */
const body = (number: number, length: number): Buffer => Buffer.alloc(length, `body ${number};`);
const arenaOf = (onEvict: (key: Key) => void = () => undefined) => new BodyArena<Key>(SIZE, onEvict);

/** Whether a body is there. Asks for it. */
function isThere(arena: BodyArena<Key>, key: Key): boolean {
  const loan = arena.lend(key);
  loan?.end();
  return loan !== undefined;
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('set', 'spare'), id: fc.nat(11), length: fc.nat(300) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constantFrom('lend', 'peek'), id: fc.nat(11), length: fc.constant(0) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('end'), id: fc.nat(20), length: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete'), id: fc.nat(11), length: fc.constant(0) }) },
);

describe('an arena', () => {
  it('gives every body as it was set, for as long as it is read, whatever else is kept', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 30, maxLength: 200 }), (steps) => {
        const known = new Map<Key, Buffer>();
        const read: { readonly loan: Loan; readonly is: Buffer }[] = [];
        const arena = arenaOf((key) => {
          const loan = arena.peek(key);
          const is = known.get(key);
          if (!loan || !is) throw new Error('What goes can still be lent');
          // One of three is read on while it goes.
          if (key.id % 3 === 0) read.push({ loan, is });
          else loan.end();
        });
        for (const [number, { does, id, length }] of steps.entries()) {
          const key = keyOf(id);
          if (does === 'set' || does === 'spare') {
            const one = body(number, length);
            known.set(key, one);
            arena.set(key, one, does === 'spare' ? arena.time - id : undefined);
          } else if (does === 'delete') {
            arena.delete(key);
          } else if (does === 'end') {
            for (const { loan } of read.splice(0, id)) loan.end();
          } else {
            const loan = does === 'lend' ? arena.lend(key) : arena.peek(key);
            expect(loan !== undefined).toBe(arena.has(key));
            const is = known.get(key);
            if (loan && is) {
              found += 1;
              read.push({ loan, is });
            }
          }
          expect(read.every(({ loan, is }) => loan.body.equals(is))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(1_000);
  });

  it('has room for all of its bytes, one byte after the other', () => {
    const arena = arenaOf();
    for (const key of keys.slice(0, 20)) arena.set(key, body(key.id, 50));
    expect(keys.filter((key) => arena.has(key))).toHaveLength(20);
    arena.set(keyOf(20), body(20, 1));
    expect(keys.filter((key) => arena.has(key))).toHaveLength(20);
    expect(arena.has(keyOf(0))).toBe(false);
  });

  it('drops what nobody has asked for since the hand was there, and passes what was asked for once', () => {
    const gone: number[] = [];
    const arena = arenaOf(({ id }) => gone.push(id));
    for (const key of keys.slice(0, 11)) arena.set(key, body(key.id, 100));
    // All were new: the hand has passed each of them, and come round.
    expect(gone).toEqual([0]);
    expect([isThere(arena, keyOf(1)), isThere(arena, keyOf(4))]).toEqual([true, true]);
    for (const key of keys.slice(11, 18)) arena.set(key, body(key.id, 100));
    expect(gone).toEqual([0, 2, 3, 5, 6, 7, 8, 9]);
    arena.set(keyOf(18), body(18, 100));
    expect(gone.at(-1)).toBe(1);
  });

  it('has room for new bodies in place of others that were asked for, as if the oldest went', () => {
    const arena = arenaOf();
    for (const key of keys.slice(0, 10)) arena.set(key, body(key.id, 100));
    for (const key of keys.slice(0, 10)) isThere(arena, key);
    for (const key of keys.slice(10, 20)) arena.set(key, body(key.id, 100));
    expect(keys.filter((key) => arena.has(key))).toEqual(keys.slice(10, 20));
  });

  it('does not drop what nobody asks for while others, which are set again and again, need little', () => {
    const arena = arenaOf();
    arena.set(keyOf(0), body(0, 100));
    for (let number = 0; number < 100; number += 1) arena.set(keyOf(1), body(number, 100));
    expect(arena.has(keyOf(0))).toBe(true);
  });

  it('spares bodies that were asked for after a time, for one that is brought with it', () => {
    const arena = arenaOf();
    for (const key of keys.slice(0, 10)) arena.set(key, body(key.id, 100));
    const time = arena.time;
    for (const key of keys.slice(0, 8)) isThere(arena, key);
    expect(arena.set(keyOf(10), body(10, 200), time - 2)).toBeUndefined();
    expect(keys.filter((key) => arena.has(key))).toEqual(keys.slice(0, 10));
    expect(arena.set(keyOf(11), body(11, 200), time)).toBeDefined();
    expect(keys.filter((key) => arena.has(key))).toEqual([...keys.slice(0, 8), keyOf(11)]);
  });

  it('knows since when what was not asked for is hardly asked for again', () => {
    const arena = arenaOf();
    for (const key of keys.slice(0, 10)) arena.set(key, body(key.id, 100));
    expect(arena.set(keyOf(10), body(10, 100), arena.longAgo)).toBeUndefined();
    for (let round = 0; round < 5; round++) for (const key of keys.slice(0, 9)) isThere(arena, key);
    expect(arena.set(keyOf(10), body(10, 100), arena.longAgo)).toBeDefined();
    expect(arena.has(keyOf(9))).toBe(false);
  });

  it('keeps nothing that is too long, or for which there is no room but that of bodies that are read', () => {
    const arena = arenaOf();
    arena.set(keyOf(0), body(0, SIZE + 1));
    expect(arena.has(keyOf(0))).toBe(false);
    for (const key of keys.slice(0, 10)) arena.set(key, body(key.id, 100));
    const loans = keys.slice(0, 10).map((key) => arena.lend(key));
    arena.set(keyOf(10), body(10, 100));
    expect(arena.has(keyOf(10))).toBe(false);
    for (const loan of loans) loan?.end();
    arena.set(keyOf(10), body(10, SIZE));
    expect(keys.filter((key) => arena.has(key))).toEqual([keyOf(10)]);
  });

  it('uses the memory of a body again that was dropped while it was read, when that ends', () => {
    const arena = arenaOf();
    arena.set(keyOf(0), body(0, SIZE));
    const loan = arena.lend(keyOf(0));
    arena.delete(keyOf(0));
    arena.set(keyOf(1), body(1, 10));
    expect(arena.has(keyOf(1))).toBe(false);
    loan?.end();
    loan?.end();
    arena.set(keyOf(1), body(1, 10));
    expect(arena.lend(keyOf(1))?.body.equals(body(1, 10))).toBe(true);
  });
});
