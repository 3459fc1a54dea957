import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Contexts in which Nest logs why a start fails. The error is thrown as well, and `main` logs it in one line. */
const ONLY_AT_START = new Set(['ExceptionHandler', 'NestApplication']);

/** Contexts of Nest's messages about its start. */
const OF_NEST = new Set([...ONLY_AT_START, 'NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Writes the messages of Nest's loggers to the log of the service; those of Nest itself about the start at debug level. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger[context && OF_NEST.has(context) ? 'debug' : 'info']({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
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
