import { anyId } from '@app/schema';
import type { PipeTransform } from '@nestjs/common';
import { problems, type Problem } from './problem.js';

/** An identifier in either form: digits are the numeric id, a UUID is the object identifier (D2). */
export type Identifier = number | string;

/** Parses the `id` of a path; a text that cannot be an identifier is answered with 404. */
export class IdentifierPipe implements PipeTransform<string, Identifier> {
  constructor(private readonly what: string) {}

  transform(text: string): Identifier {
    const identifier = anyId.parse(text);
    if (identifier === undefined) throw this.notFound();
    return identifier;
  }

  /** The problem for an unknown identifier. */
  notFound(): Problem {
    return problems.notFound(this.what);
  }
}

/** An identifier, or a name from a link, such as a slug. */
export type LinkIdentifier = Identifier | { readonly name: string };

/** Parses the `id` of a path that may also be a name. */
export class LinkPipe implements PipeTransform<string, LinkIdentifier> {
  constructor(private readonly what: string) {}

  transform(text: string): LinkIdentifier {
    if (text.includes('\0')) throw problems.notFound(this.what);
    return anyId.parse(text) ?? { name: text };
  }
}
