import { isObject, validate, type Class } from '@app/schema';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { problems } from '../problem.js';

/** Maximum length of a field path in a response. */
const MAX_PATH = 200;

/** Validates JSON bodies by the declarations of their classes. Unknown fields are faults (D17). */
@Injectable()
export class BodyPipe implements PipeTransform {
  /** @throws INVALID_BODY with every fault (D9) */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    if (!isObject(value)) throw problems.invalidBody([{ field: '', message: 'the body must be a JSON object' }]);
    const faults = validate(metatype as Class, value); // bodies are declared by classes
    if (faults.length > 0)
      throw problems.invalidBody(faults.map(({ field, message }) => ({ field: cut(field), message })));
    return value;
  }
}

const cut = (field: string): string => (field.length > MAX_PATH ? `${field.slice(0, MAX_PATH)}...` : field);
