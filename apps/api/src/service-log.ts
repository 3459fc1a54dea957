import { logSettings } from '@app/config';
import { faultLine } from '@app/process';
import { pino, stdTimeFunctions, type Logger, type LoggerOptions } from 'pino';
import { LogDestination } from './log-destination.js';

/** Every line begins with its time (ISO 8601) and the name of its level (B35). */
export const LINES: LoggerOptions = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
};

/**
 * The log of the process. In production every line is JSON. On the embedded server, lines about the process itself are
 * plain text, for a person who tries the service.
 */
export class ServiceLog {
  /** Logs requests. */
  readonly logger: Logger;
  readonly isForPerson: boolean;

  constructor(env: NodeJS.ProcessEnv) {
    const { level, isForPerson } = logSettings(env);
    this.logger = pino({ ...LINES, level }, new LogDestination());
    this.isForPerson = isForPerson;
  }

  info(text: string): void {
    if (this.isForPerson) console.log(text);
    else this.logger.info(text);
  }

  warn(text: string): void {
    if (this.isForPerson) console.warn(text);
    else this.logger.warn(text);
  }

  /** Logs why the process ends: the faults that the operator can fix, or an error with its stack. */
  fatal(error: unknown): void {
    const faults = faultLine(error);
    if (this.isForPerson) console.error(faults ?? error);
    else if (faults === undefined) this.logger.fatal({ err: error }, 'The service has failed');
    else this.logger.fatal({ faults: faults.split('\n') }, 'The service cannot run');
  }
}
