import type { ExecutionContext } from '@nestjs/common';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** A value that depends only on a handler and its class, computed at the first request: reading metadata is slow. */
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
