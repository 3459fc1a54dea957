/** Wraps a read: its result is repeated for some time, and a read in progress is shared. An error is not repeated. */
export function kept<Value>(read: () => Promise<Value>, forMs: number): () => Promise<Value> {
  let last: Promise<Value> | undefined;
  let until = -Infinity;
  return () => {
    if (last && performance.now() < until) return last;
    const reading = read();
    last = reading;
    until = performance.now() + forMs;
    reading.catch(() => {
      if (last === reading) last = undefined;
    });
    return reading;
  };
}
