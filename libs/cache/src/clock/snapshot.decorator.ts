import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { SafeHorizon } from './safe-horizon.js';
import { SnapshotClock } from './snapshot-clock.js';

@Injectable()
class SnapshotPipe implements PipeTransform<Request, Promise<string>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<string> {
    return (await this.clock.of(request)).snapshot;
  }
}

@Injectable()
class SafeHorizonPipe implements PipeTransform<Request, Promise<SafeHorizon>> {
  constructor(private readonly clock: SnapshotClock) {}

  async transform(request: Request): Promise<SafeHorizon> {
    return (await this.clock.of(request)).end;
  }
}

const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** Handler parameter: the text of a snapshot that is not older than the request. */
export const Snapshot = (): ParameterDecorator => CurrentRequest(SnapshotPipe);

/** Handler parameter: the safe horizon of the log, not older than the request. */
export const CurrentSafeHorizon = (): ParameterDecorator => CurrentRequest(SafeHorizonPipe);
