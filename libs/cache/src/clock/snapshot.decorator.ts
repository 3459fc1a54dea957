import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { RecordedUpTo } from './log-end.js';
import { SnapshotClock } from './snapshot-clock.js';

@Injectable()
class SnapshotPipe implements PipeTransform<Request, Promise<string>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<string> {
    return (await this.clock.of(request)).snapshot;
  }
}

@Injectable()
class EndOfLogPipe implements PipeTransform<Request, Promise<RecordedUpTo>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<RecordedUpTo> {
    return (await this.clock.of(request)).end;
  }
}

const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** The text of a snapshot that is not older than the request, as a handler parameter. */
export const Snapshot = (): ParameterDecorator => CurrentRequest(SnapshotPipe);

/** Up to where readers of the log see every change when the request is made, as a handler parameter. */
export const EndOfLog = (): ParameterDecorator => CurrentRequest(EndOfLogPipe);
