/** A variable of the environment that the service can't start with. The message is one line, fit to be all that is printed. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  /**
   * @param variable the name, as the operator spells it
   * @param got what was found; never a secret itself
   * @param wanted what would do
   */
  constructor(
    readonly variable: string,
    readonly got: string,
    readonly wanted: string,
  ) {
    super(`${variable}: got ${got}, wanted ${wanted}`);
  }
}
