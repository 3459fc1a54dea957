import { checkShape, type Class } from '@app/fields';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
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
  const faults = checkShape(type, value);
  if (faults.length > 0) throw problems.invalidBody(faults);
  return Object.assign(new type(), value);
}
