import { declaredPart, isObject, type Class, type FieldFault } from '@app/schema';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { problems } from '../problem.js';

/** Maximum length of a field path in a response. */
const MAX_PATH = 200;

/** Validates a JSON body against its DTO and reports all faults at once (D9); unknown fields are faults (D17). */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    return readBody(metatype as Class, value); // the DTO that the handler declares
  }
}

/** Validates a plain value and returns it as the DTO. @throws INVALID_BODY with all faults */
function readBody<T extends object>(type: Class<T>, value: unknown): T {
  if (!isObject(value)) throw problems.invalidBody([{ field: '', message: 'the body must be a JSON object' }]);
  const { part, faults } = declaredPart(type, value);
  const body = plainToInstance(type, part);
  const invalid = validateSync(body, { forbidUnknownValues: false, validationError: { target: false } });
  const all = oneForEach([...faults, ...invalid.flatMap((error) => flatten(error, ''))]);
  if (all.length > 0) throw problems.invalidBody(all);
  return body;
}

/** Several rules may report the same field; one fault per field is enough. */
function oneForEach(faults: readonly FieldFault[]): FieldFault[] {
  const seen = new Set<string>();
  return faults
    .filter(({ field }) => seen.size < seen.add(field).size)
    .map(({ field, message }) => ({
      field: field.length > MAX_PATH ? `${field.slice(0, MAX_PATH)}...` : field,
      message,
    }));
}

function flatten({ property, constraints, children = [] }: ValidationError, parent: string): FieldFault[] {
  const nested = parent === '' ? property : `${parent}.${property}`;
  const field = /^\d+$/.test(property) ? `${parent}[${property}]` : nested;
  return [
    ...Object.values(constraints ?? {}).map((message) => ({ field, message })),
    ...children.flatMap((child) => flatten(child, field)),
  ];
}
