import type { IncomingMessage } from 'node:http';

/** W3C Trace Context: version, trace id, parent id, flags. The version ff, and ids of zeros, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const LENGTH = 55;

/** The id of the trace that a request belongs to; undefined without a valid `traceparent`. */
export function traceIdOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' && traceparent.length === LENGTH
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;
}
