import type { IncomingMessage } from 'node:http';

/**
 * A value kept on each request. It is a property and not a WeakMap, because the garbage collector scans the table of a
 * WeakMap, which changes with every request, at each collection.
 */
export class RequestValue<T> {
  private readonly key: symbol;

  constructor(name: string) {
    this.key = Symbol(name);
  }

  get(request: IncomingMessage): T | undefined {
    return (request as Keyed<T>)[this.key];
  }

  set(request: IncomingMessage, value: T): void {
    (request as Keyed<T>)[this.key] = value;
  }
}

/** The symbol is private to the class, so its value has the class's type. */
type Keyed<T> = IncomingMessage & { [key: symbol]: T | undefined };
