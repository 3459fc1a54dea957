import type { IncomingMessage } from 'node:http';
import type { ExecutionContext } from '@nestjs/common';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/**
 * A value that depends only on a handler and its class. It is computed at the first request, because reading metadata
 * is slow.
 */
export class HandlerValue<T> {
  private readonly values = new Map<Handler, T>();

  constructor(private readonly compute: (context: ExecutionContext) => T) {}

  of(context: ExecutionContext): T {
    const handler = context.getHandler();
    let value = this.values.get(handler);
    if (value === undefined) this.values.set(handler, (value = this.compute(context)));
    return value;
  }
}

/**
 * A value per request, stored as a property of the request. The garbage collector would scan the table of a WeakMap,
 * which changes with every request, at each collection.
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

/** Only the class knows the symbol, so its value has the class's type. */
type Keyed<T> = IncomingMessage & { [key: symbol]: T | undefined };
