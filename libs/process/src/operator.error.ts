/** A fault that the operator can mend. Its message is all that is printed: no stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
