import { unknownFields, type Class, type FieldFault } from '@app/fields';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { problems } from './problem.js';

/** Validates a JSON body against its DTO and names every fault at once (D9); unknown fields are faults (D17). */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    return readBody(metatype as Class, value); // the DTO that the handler declares
  }
}

/** The DTO that a plain value holds. @throws INVALID_BODY with every fault */
export function readBody<T extends object>(type: Class<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw problems.invalidBody([{ field: '', message: 'the body must be a JSON object' }]);
  }
  const invalid = validateSync(plainToInstance(type, value), { forbidUnknownValues: false });
  const faults = [...unknownFields(type, value), ...invalid.flatMap((error) => flatten(error, ''))];
  if (faults.length > 0) throw problems.invalidBody(oneForEach(faults));
  return Object.assign(new type(), value);
}

/** Several rules may find the same fault of a field; one says enough. */
const oneForEach = (faults: readonly FieldFault[]): FieldFault[] => [
  ...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values(),
];

function flatten({ property, constraints, children = [] }: ValidationError, parent: string): FieldFault[] {
  const nested = parent === '' ? property : `${parent}.${property}`;
  const field = /^\d+$/.test(property) ? `${parent}[${property}]` : nested;
  return [
    ...Object.values(constraints ?? {}).map((message) => ({ field, message })),
    ...children.flatMap((child) => flatten(child, field)),
  ];
}
