import { OperatorError } from '@app/process';

/** The environment is invalid. The message lists every fault, one line per variable; no stack is needed. */
export class EnvironmentError extends OperatorError {
  override readonly name = 'EnvironmentError';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Receives a fault; validation continues. */
export type Report = (fault: string) => void;

/**
 * The line for one fault.
 *
 * @param variable the name as the operator spells it
 * @param got the value found; never a secret itself
 * @param wanted the accepted values
 */
export const variableFault = (variable: string, got: string, wanted: string): string =>
  `${variable}: got ${got}, wanted ${wanted}`;
