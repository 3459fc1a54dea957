import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from './validate.js';
import { Field, fieldsOf, ListOf, Nested, Required, requiredOf, view } from './field.js';
import { count, flag, id, list, oneOf, visibility, text, words } from './index.js';
import { defaultsOf, applyDefaults, mergeFields } from './shape.js';

class Room {
  @Field(text(5), 'Its name') name: string;
  @Field(count, 'How many windows') windows: number;
}

class Garden {
  @Field(flag, 'Whether there is a pond') pond: boolean;
  @Nested(() => Room, 'The shed') shed: Room;
}

class House {
  @Field(words, 'Who owns it', { notNullable: true }) owner: string;
  @Field(visibility, 'Whether it is shown') open: boolean;
  @Field(id, 'Another house') next: number | null;
  @Field(oneOf(['old', 'new'], 'new'), 'Its age') age: string;
  @Field(list(text(3)), 'Tags') tags: string[];
  @Nested(() => Garden, 'The garden') garden: Garden;
  @ListOf(() => Room, 'The rooms') rooms: Room[];
}

class StoredHouse extends House {
  @Field(id, 'Its number', { readOnly: true, notNullable: true }) number: number;
}

class NewHouse extends House {
  @Required() override owner: string;
}

const empty = {
  open: true,
  next: null,
  age: 'new',
  tags: [],
  garden: { pond: false, shed: { name: '' } },
  rooms: [],
};

describe('defaultsOf and applyDefaults (D16)', () => {
  it('sets every declared leaf to its default, and omits leaves without one', () => {
    expect(defaultsOf(House)).toEqual({ owner: '', ...empty });
  });

  it('keeps supplied values, in declared order, without undeclared fields', () => {
    const filled = applyDefaults(House, {
      rooms: [{ windows: 2, extra: 1 }, 'x'],
      owner: 'Ann',
      extra: 1,
      garden: { pond: true },
    });
    expect(filled).toEqual({
      ...empty,
      owner: 'Ann',
      garden: {
        pond: true,
        shed: { name: '' },
      },
      rooms: [
        {
          name: '',
          windows: 2,
        },
      ],
    });
    expect(Object.keys(filled)).toEqual(['owner', 'open', 'next', 'age', 'tags', 'garden', 'rooms']);
  });
});

describe('mergeFields (D17)', () => {
  const house = applyDefaults(House, {
    owner: 'Ann',
    tags: ['a'],
    garden: { pond: true, shed: { name: 'hut', windows: 1 } },
  });

  it.each<[object, object]>([
    [{}, {}],
    [{ owner: undefined }, {}],
    [{ tags: ['b'] }, { tags: ['b'] }],
    [{ tags: null }, { tags: [] }],
    [
      { open: null, age: null, next: null },
      { open: true, age: 'new', next: null },
    ],
    [{ garden: { pond: false } }, { garden: { pond: false, shed: { name: 'hut', windows: 1 } } }],
    [{ garden: { shed: { name: null } } }, { garden: { pond: true, shed: { name: '', windows: 1 } } }],
    [{ garden: null }, { garden: { pond: false, shed: { name: '' } } }],
    [{ rooms: [{ name: 'r' }] }, { rooms: [{ name: 'r' }] }],
  ])('%j', (patch, expected) => {
    const before = structuredClone(house);
    expect(mergeFields(House, house, patch as never)).toEqual({ ...house, ...expected });
    expect(house).toEqual(before);
  });
});

describe('validate', () => {
  const faultsOf = (value: unknown, type: new () => object = House) => validate(type, value).map(({ field }) => field);

  it('names every fault by its path', () => {
    const wrong = {
      owner: '',
      open: 1,
      tags: ['long'],
      garden: { pond: 'x', shed: [] },
      rooms: [{ name: 5 }, null, []],
      x: 1,
    };
    expect(faultsOf(wrong)).toEqual(
      'owner open tags garden.pond garden.shed rooms[0].name rooms[1] rooms[2] x'.split(' '),
    );
  });

  it('accepts null and the empty form for every field with a default', () => {
    expect(faultsOf({ open: null, next: null, age: null, tags: null, garden: null, rooms: null })).toEqual([]);
    expect(faultsOf({ owner: null })).toEqual(['owner']);
  });

  it('requires the required fields', () => {
    expect(faultsOf({}, NewHouse)).toEqual(['owner']);
    expect(validate(NewHouse, {})).toEqual([{ field: 'owner', message: 'is required' }]);
  });

  it('treats names of Object.prototype as unknown', () => {
    expect(faultsOf(JSON.parse('{"__proto__":1,"constructor":2,"toString":3}'))).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
  });

  it('never throws, and accepts the objects that it filled', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        validate(House, value);
        const filled = applyDefaults(House, { ...(value as object), owner: 'Ann' });
        const faults = faultsOf({ ...filled, ...defaultsOf(House), owner: 'Ann' });
        return faults.length === 0;
      }),
    );
  });
});

describe('declarations', () => {
  it('are inherited, in order; required fields are named', () => {
    expect(fieldsOf(StoredHouse).map(({ name }) => name)).toEqual([
      ...fieldsOf(House).map(({ name }) => name),
      'number',
    ]);
    expect([requiredOf(House), requiredOf(NewHouse)]).toEqual([[], ['owner']]);
  });

  it('can be reduced to a view of some fields, which rejects an unknown name', () => {
    const Sign = view(House, 'Sign', ['owner', 'age']);
    expect(Sign.name).toBe('Sign');
    expect(defaultsOf(Sign)).toEqual({ owner: '', age: 'new' });
    expect(() => view(House, 'Sign', ['nothing' as 'owner'])).toThrow('House has no field nothing');
  });
});
