/** What whoever runs the service can mend. The message is all that has to be told: no stack, and no more lines than it has. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
