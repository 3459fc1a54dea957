import { anyId } from '@app/schema';
import type { PipeTransform } from '@nestjs/common';
import { problems, type Problem } from './problem.js';

/** Either form of identifier: digits are the numeric id, a UUID the object identifier (D2). */
export type Identifier = number | string;

/** Reads the `id` of a path; what can't be an identifier is not found. */
export class IdentifierPipe implements PipeTransform<string, Identifier> {
  constructor(private readonly what: string) {}

  transform(text: string): Identifier {
    const identifier = anyId.parse(text);
    if (identifier === undefined) throw this.notFound();
    return identifier;
  }

  /** What is answered where nothing has the identifier. */
  notFound(): Problem {
    return problems.notFound(this.what);
  }
}
