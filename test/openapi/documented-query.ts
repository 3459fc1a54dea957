import type { OperationObject, ParameterObject } from '@nestjs/swagger';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { documentAjv } from '@testing';
import { isSimplePolygon, isWindow } from '@testing/brute-force';

type Schema = Readonly<Record<string, unknown>> & { readonly items?: Schema; readonly enum?: readonly unknown[] };

/** A query string as names and texts, before encoding. */
export type Pairs = readonly (readonly [name: string, text: string])[];

/** The documented query of an operation, with the rules that the decisions set for every query. */
export class DocumentedQuery {
  private readonly ajv = documentAjv();
  private readonly parameters: ReadonlyMap<string, { schema: Schema; validate: ValidateFunction }>;

  constructor({ parameters = [] }: OperationObject) {
    this.ajv.addFormat('map-box', isWindow).addFormat('map-polygon', isSimplePolygon);
    const inQuery = parameters.filter((one): one is ParameterObject => 'in' in one && one.in === 'query');
    this.parameters = new Map(
      inQuery.map(({ name, schema, explode }) => {
        const whole = schema as Schema;
        // Repeated values count once.
        const one = (explode && whole.items) || whole;
        return [name, { schema: one, validate: this.ajv.compile(one) }];
      }),
    );
  }

  get names(): readonly string[] {
    return [...this.parameters.keys()];
  }

  schemaOf(name: string): Schema {
    return this.parameters.get(name)?.schema ?? {};
  }

  /** Whether the document accepts the query. */
  takes(pairs: Pairs): boolean {
    return pairs.every(([name, text]) => {
      const parameter = this.parameters.get(name);
      const value = parameter && read(parameter.schema, text);
      return parameter !== undefined && (value === undefined || parameter.validate(value));
    });
  }
}

/** The value of a text; `undefined` without one. Texts are trimmed, empty texts are ignored, duplicates are merged (D3). */
function read(schema: Schema, text: string): unknown {
  const { items } = schema;
  if (!items) return readOne(schema, text.trim());
  const values = text.split(',').map((item) => readOne(items, item.trim()));
  const given = [...new Set(values.filter((value) => value !== undefined))];
  return given.length === 0 ? undefined : given;
}

/** Decimal digits (D4); with a minimum, -0 is no value. */
const NUMERAL = /^(?!-0+(\.0+)?$)-?\d+(\.\d+)?$/;

/** The spellings of a flag in a query (D4). */
const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

function readOne({ type, enum: choices }: Schema, text: string): unknown {
  if (text === '') return undefined;
  if (type === 'boolean') return FLAGS[text.toLowerCase()] ?? text;
  // Words of a closed set match in any case (D4).
  if (choices) return choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase()) ?? text;
  return type !== 'string' && NUMERAL.test(text) ? Number(text) : text;
}

/** A value as a text of a query: form style, not exploded; numbers as decimals (D4). */
export function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(',');
  if (typeof value === 'number')
    return Math.abs(value) === 0 ? '0' : value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
