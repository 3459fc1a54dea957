import type { ExecutionContext } from '@nestjs/common';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** A value that follows from a handler and its class alone, computed for the first request: metadata is slow to read. */
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
