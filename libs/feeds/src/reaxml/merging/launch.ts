const EARLIEST = '1990-01-01T00:00:00.000Z';

/** When a listing was launched: the time that the agency gives, if it is plausible, else now. */
export function launchDate(modtime: string | undefined): string {
  const now = new Date().toISOString();
  return modtime !== undefined && modtime >= EARLIEST && modtime <= now ? modtime : now;
}
