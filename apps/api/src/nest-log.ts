import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Where Nest tells why a start fails, which is thrown as well; `main` tells it in a line. */
const ONLY_AT_START = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's own messages, in the log of the service; what it tells of a start is for debugging. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    const level = context && ONLY_AT_START.has(context) ? 'debug' : 'error';
    this.logger[level]({ context, stack }, String(message));
  }
}
