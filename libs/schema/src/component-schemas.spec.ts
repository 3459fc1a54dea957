import { describe, expect, it } from 'vitest';
import { answerRef, bodyRef, componentExamples, componentSchemas, kindSchema } from './component-schemas.js';
import { Field, FieldsOf, ListOf, Nested, Required, view } from './field.js';
import { asPart, count, flag, id, named, oneOf, text, words } from './index.js';

const colour = named('DoorColour', 'Colour of a door.', oneOf(['red', 'green']));

class Door {
  @Field(colour, 'Colour', { example: 'red' }) colour: string;
  @Field(count, 'Steps before it', { example: 2 }) steps?: number;
}

class Cabin {
  @Field(words, 'Owner', { notNullable: true, example: 'Ann' }) owner: string;
  @Field(id, 'Number of the next one', { example: null }) next: number | null;
  @Field(text(5), 'Name', { example: 'Lodge' }) name: string;
  @Field(flag, 'Whether it is open') open: boolean;
}

class CabinResponse extends Cabin {
  @Field(id, 'Number', { readOnly: true, notNullable: true, example: 7 }) number: number;
  @ListOf(() => Door, 'Doors') doors: Door[];
}

const CabinItem = view(CabinResponse, 'CabinItem', ['number', 'owner', 'name']);

class CreateCabinDto extends Cabin {
  @Required() override owner: string;
  @Nested(() => Door, 'Main door') door: Door;
}

class Warden {
  @Field(text(5), 'Name', { example: 'Bob' }) name: string;
}

class UpdateCabinDto extends CabinResponse {
  @Field(words, 'Owner, who may change', { notNullable: true, example: 'Ann' }) override owner: string;
  @Nested(() => Warden, 'Who looks after it', { readOnly: true }) warden: Warden;
}

describe('the component schemas', () => {
  const refs = [answerRef(CabinResponse), answerRef(CabinItem), bodyRef(CreateCabinDto), bodyRef(UpdateCabinDto)];
  const schemas = componentSchemas();

  it('have the names of the classes', () => {
    expect(refs.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
      'Cabin',
      'CabinItem',
      'CreateCabin',
      'UpdateCabin',
    ]);
  });

  it('compose the shared schemas, and allow no other field', () => {
    expect(schemas['Cabin']).toEqual({
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/CabinItemBase' }],
      required: ['next', 'open', 'doors'],
      properties: {
        next: { type: ['integer', 'null'], minimum: 1, maximum: 2_147_483_647, description: 'Number of the next one' },
        open: { type: 'boolean', description: 'Whether it is open' },
        doors: { type: 'array', items: { $ref: '#/components/schemas/Door' }, description: 'Doors' },
      },
      unevaluatedProperties: false,
    });
    expect(schemas['CabinItem']).toEqual({
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/CabinItemBase' }],
      unevaluatedProperties: false,
    });
    expect(schemas['CabinItemBase']).not.toHaveProperty('additionalProperties');
  });

  it('for bodies leave out of the shared schema the fields that a body declares differently', () => {
    expect(Object.keys(schemas['CabinInput']?.properties ?? {})).toEqual(['next', 'name', 'open']);
    expect(schemas['CreateCabin']).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/CabinInput' }],
      required: ['owner'],
    });
    expect(schemas['UpdateCabin']?.properties).toHaveProperty('owner.description', 'Owner, who may change');
  });

  it('for bodies accept null for the default, and the empty form', () => {
    expect(schemas['DoorInput']?.properties?.['colour']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/DoorColour' }, { const: '' }, { type: 'null' }],
      description: 'Colour',
    });
    expect(schemas['DoorInput']?.properties?.['steps']).toMatchObject({ type: ['integer', 'null'] });
    expect(schemas['CreateCabin']?.properties?.['door']).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/DoorInput' }, { type: 'null' }],
    });
  });

  it('for bodies refer to the schema of a response if a field may only repeat a value of a read', () => {
    expect(schemas['UpdateCabin']?.properties?.['warden']).toEqual({
      $ref: '#/components/schemas/Warden',
      description: 'Who looks after it',
      readOnly: true,
    });
    expect(schemas).toHaveProperty('Warden');
    expect(schemas).not.toHaveProperty('WardenInput');
  });

  it('have complete examples', () => {
    const cabin = { owner: 'Ann', next: null, name: 'Lodge', open: false };
    const door = { colour: 'red', steps: 2 };
    expect(componentExamples()).toMatchObject({
      Cabin: { ...cabin, number: 7, doors: [door] },
      CreateCabin: { ...cabin, door },
      UpdateCabin: { ...cabin, doors: [door] },
    });
    expect(componentExamples()['UpdateCabin']).not.toHaveProperty('number');
  });
});

describe('shared schemas', () => {
  it('exist only if at least two schemas compose them', () => {
    class Wing {
      @Field(text(5), 'Left') left: string;
      @Field(text(5), 'Right') right: string;
    }
    @FieldsOf(Wing)
    class Eagle {
      @Field(text(5), 'Beak') beak: string;
    }
    @FieldsOf(Wing)
    class Hawk {
      @Field(text(5), 'Claw') claw: string;
    }
    asPart(Wing);
    answerRef(Eagle);
    expect(componentSchemas()['Eagle']).not.toHaveProperty('allOf');
    answerRef(Hawk);
    expect(componentSchemas()['Eagle']).toMatchObject({ allOf: [{ $ref: '#/components/schemas/Wing' }] });
  });

  it('may be several in one schema, the largest first', () => {
    class Hull {
      @Field(text(5), 'Bow') bow: string;
      @Field(text(5), 'Keel') keel: string;
    }
    class Rig {
      @Field(text(5), 'Mast') mast: string;
      @Field(text(5), 'Boom') boom: string;
      @Field(text(5), 'Sail') sail: string;
    }
    @FieldsOf(Hull)
    class Barge {
      @Field(text(5), 'Load') load: string;
    }
    @FieldsOf(Rig)
    class Surfboard {
      @Field(text(5), 'Fin') fin: string;
    }
    @FieldsOf(Hull)
    @FieldsOf(Rig)
    class Yacht {
      @Field(text(5), 'Name') name: string;
    }
    for (const part of [Hull, Rig]) asPart(part);
    for (const type of [Barge, Surfboard, Yacht]) answerRef(type);
    const yacht = componentSchemas()['Yacht'];
    expect(yacht?.allOf).toEqual([{ $ref: '#/components/schemas/Rig' }, { $ref: '#/components/schemas/Hull' }]);
    expect(yacht).toMatchObject({ required: ['name'], unevaluatedProperties: false });
    expect(Object.keys(yacht?.properties ?? {})).toEqual(['name']);
  });

  it('require fields of bodies once, also in the schema of a derived class', () => {
    class CreateKiteDto {
      @Required() @Field(text(5), 'Cord') cord: string;
      @Field(text(5), 'Tail') tail: string;
    }
    class CreateDragonDto extends CreateKiteDto {
      @Required() @Field(text(5), 'Head') head: string;
    }
    for (const type of [CreateKiteDto, CreateDragonDto]) bodyRef(type);
    const { CreateKiteBase, CreateDragon } = componentSchemas();
    expect([CreateKiteBase?.required, CreateDragon?.required]).toEqual([['cord'], ['head']]);
    expect(CreateDragon?.allOf).toEqual([{ $ref: '#/components/schemas/CreateKiteBase' }]);
  });
});

it('two schemas cannot have one name', () => {
  kindSchema(named('Twice', 'Text.', text(1)));
  expect(() => kindSchema(named('Twice', 'Text.', text(2)))).toThrow('Two schemas are called Twice');
});
