import type { ServerResponse } from 'node:http';

/** Does something once a response has been sent, or its client has gone: at once if that is so, for the event does not come again. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  if (response.closed) work();
  else response.once('close', work);
}
