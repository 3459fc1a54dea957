import { Field, flag, Nested, text } from '@app/schema';
import { describe, expect, it } from 'vitest';
import { representationOf, type DocumentDefinition } from './document-definition.js';

type Versioned = Pick<DocumentDefinition, 'types' | 'revision'>;

/** Identical classes; each call declares new ones. */
function declared() {
  class Address {
    @Field(text(100), 'Street', { example: '' }) street: string;
  }
  class Person {
    @Field(text(100), 'Name', { example: '' }) name: string;
    @Nested(() => Address, 'Address') address: Address;
  }
  return { Address, Person };
}

const versionOf = (...types: DocumentDefinition['types']): number => representationOf({ types, revision: 1 });
const add = (field: PropertyDecorator, type: { readonly prototype: object }, name: string) =>
  field(type.prototype, name);

describe('the representation version', () => {
  it('is the same for the same declarations in every process: a positive integer for PostgreSQL', () => {
    const version = versionOf(declared().Person);
    expect(versionOf(declared().Person)).toBe(version);
    expect(version).toBeGreaterThanOrEqual(0);
    expect(version).toBeLessThan(2 ** 31);
    expect(Number.isInteger(version)).toBe(true);
  });

  it('changes with a field, order, default or revision', () => {
    const version = versionOf(declared().Person);
    const { Address, Person } = declared();
    add(Field(text(100), 'One line', { example: '' }), Person, 'tagline');
    class Turned {
      @Nested(() => Address, 'Address') address: InstanceType<typeof Address>;
      @Field(text(100), 'Name', { example: '' }) name: string;
    }
    class Other {
      @Field(flag, 'Name', { example: false }) name: boolean;
      @Nested(() => Address, 'Address') address: InstanceType<typeof Address>;
    }
    const others = [versionOf(Person), versionOf(Turned), versionOf(Other), versionOf(Address)];
    const revised = representationOf({ types: [declared().Person], revision: 2 });
    expect(new Set([version, revised, ...others]).size).toBe(6);
  });

  it('changes if a nested class gets a field', () => {
    const { Address, Person } = declared();
    const version = versionOf(Person);
    add(Field(text(100), 'Suburb', { example: '' }), Address, 'suburb');
    expect(versionOf(Person)).not.toBe(version);
  });

  it('does not change with texts of the declaration', () => {
    class Described {
      @Field(text(100), 'Name', { example: '' }) name: string;
    }
    class Redescribed {
      @Field(text(100), 'What people call them', { example: 'Zoë' }) name: string;
    }
    expect(versionOf(Described)).toBe(versionOf(Redescribed));
  });

  it('includes a field that is declared after its first use', () => {
    const { Person } = declared();
    const definition: Versioned = { types: [Person], revision: 1 };
    const version = representationOf(definition);
    expect(representationOf(definition)).toBe(version);
    add(Field(text(100), 'One line', { example: '' }), Person, 'tagline');
    expect(representationOf(definition)).not.toBe(version);
  });
});
