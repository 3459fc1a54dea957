import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { problems, type Fault } from './problem.js';

type Class = new () => object;

/** Validates a JSON body against its DTO and names every fault at once (D9); unknown fields are faults (D17). */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    return validBody(metatype as Class, value);
  }
}

/** The DTO that a plain value holds; throws INVALID_BODY with every fault. */
export function validBody<T extends object>(type: new () => T, value: unknown): T {
  const { body, faults } = readBody(type, value);
  if (faults.length > 0 || !body) throw problems.invalidBody(faults);
  return body;
}

/** The DTO that a plain value holds, or all that is wrong with it. */
export function readBody<T extends object>(type: new () => T, value: unknown): { body?: T; faults: FieldFault[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { faults: [{ field: '', message: 'the body must be a JSON object' }] };
  }
  const body = plainToInstance(type, value);
  const faults = validateSync(body, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  return { body, faults: faults.flatMap((error) => flatten(error, '')) };
}

type FieldFault = Extract<Fault, { field: string }>;

function flatten(error: ValidationError, parent: string): FieldFault[] {
  const field = /^\d+$/.test(error.property) ? `${parent}[${error.property}]` : join(parent, error.property);
  const messages = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
    rule === 'whitelistValidation' ? 'is not a known field' : message,
  );
  return [
    ...messages.map((message) => ({ field, message })),
    ...(error.children ?? []).flatMap((child) => flatten(child, field)),
  ];
}

const join = (parent: string, name: string): string => (parent ? `${parent}.${name}` : name);
