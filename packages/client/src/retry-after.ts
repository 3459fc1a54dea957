/** The `Retry-After` of a response in milliseconds, from seconds or a date (RFC 9110). */
export function retryAfterMs({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
