import { OperatorError } from '@app/process';

/** The variables of the environment that the service can't start with, a line each: all that has to be printed. */
export class EnvironmentError extends OperatorError {
  override readonly name = 'EnvironmentError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/**
 * The line of one fault.
 *
 * @param variable the name, as the operator spells it
 * @param got what was found; never a secret itself
 * @param wanted what would do
 */
export const variableFault = (variable: string, got: string, wanted: string): string =>
  `${variable}: got ${got}, wanted ${wanted}`;
