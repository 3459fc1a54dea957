import { describe, expect, it } from 'vitest';
import { instantiate } from './instantiate.js';
import { Field, ListOf, Nested } from './field.js';
import { list } from './kinds.js';
import { text } from './text.kinds.js';

class Room {
  @Field(text(5), 'Its name') name: string;
}

class House {
  @Field(text(5), 'Who owns it') owner: string;
  @Field(list(text(3), 2), 'Tags') tags: string[];
  @Nested(() => Room, 'The hall') hall: Room;
  @ListOf(() => Room, 'The rooms', { max: 3 }) rooms: Room[];
}

const instanceOf = (json: string) => {
  const { instance, faults } = instantiate(House, JSON.parse(json) as object);
  return { instance, faults: faults.map(({ field, message }) => `${field} ${message}`) };
};

describe('instantiate', () => {
  it('keeps the values of declared fields, valid or not', () => {
    const value = { owner: 5, tags: ['a'], hall: null, rooms: [{ name: 1 }, 'x', null] };
    expect(instantiate(House, value)).toEqual({ instance: value, faults: [] });
  });

  it('makes instances of the declared classes', () => {
    const { instance } = instantiate(House, { hall: { name: 'x' }, rooms: [{}, []] });
    expect(instance).toBeInstanceOf(House);
    expect([instance.hall, ...instance.rooms].map((room) => room instanceof Room)).toEqual([true, true, true]);
  });

  it.each([
    ['{"x":1,"hall":{"y":{}}}', { hall: {} }, ['x is not a known field', 'hall.y is not a known field']],
    [
      '{"constructor":1,"__proto__":{"owner":"x"}}',
      {},
      ['constructor', '__proto__'].map((n) => `${n} is not a known field`),
    ],
    ['{"owner":{"constructor":1}}', {}, ['owner must be text of at most 5 characters, without NUL']],
    ['{"hall":[]}', {}, ['hall must be an object']],
    ['{"rooms":{}}', {}, ['rooms must be an array']],
    ['{"rooms":[{},{},{},{}]}', {}, ['rooms must have at most 3 items']],
    ['{"rooms":[[],{"z":1}]}', { rooms: [{}, {}] }, ['rooms[0] must be an object', 'rooms[1].z is not a known field']],
    ['{"tags":["a","b","c"]}', {}, [expect.stringContaining('tags must be an array of at most 2 items')]],
  ])('%s', (json, instance, faults) => {
    expect(instanceOf(json)).toEqual({ instance, faults });
  });

  it('suggests names for the first five unknown fields', () => {
    const { faults } = instanceOf('{"Owner":1,"tag":[],"hall":{"Name":1},"name":"x","ownr":1,"tgas":[]}');
    expect(faults).toEqual([
      'Owner is not a known field; did you mean owner?',
      'tag is not a known field; did you mean tags?',
      'hall.Name is not a known field; did you mean hall.name?',
      // The field exists elsewhere in the body.
      'name is not a known field; did you mean hall.name?',
      'ownr is not a known field; did you mean owner?',
      'tgas is not a known field',
    ]);
  });
});
