import type { IncomingMessage } from 'node:http';

/**
 * A value that one part of the service keeps on each request. A property, not a WeakMap: the garbage collector looks at the
 * table of a WeakMap, which changes with every request, each time that it collects.
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

/** The symbol is this class's own, so what is found there is what it put there. */
type Keyed<T> = IncomingMessage & { [key: symbol]: T | undefined };
