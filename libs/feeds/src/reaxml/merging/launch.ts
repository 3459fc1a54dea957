import type { ListingLine } from '@app/listings';

const EARLIEST = '1990-01-01T00:00:00.000Z';

/** When a listing was launched: the time that the agency gives, if it is plausible, else now. */
export function launchDate(modtime: string | undefined): string {
  const now = new Date().toISOString();
  return modtime !== undefined && modtime >= EARLIEST && modtime <= now ? modtime : now;
}

/** Whether a listing that comes with this status may not have been launched yet. */
export const isBeforeLaunch = (status: string): boolean => status === 'offmarket' || status === 'withdrawn';

/** The statuses that end a campaign. */
const ENDED = new Set(['sold', 'leased', 'withdrawn']);
const PAUSE_MS = 30 * 86_400_000;

/** Whether what had ended is offered again after so long that it is another campaign, and no pause of the former one. */
export const isRelaunch = (before: ListingLine, launched: string): boolean =>
  ENDED.has(before.status) && Date.parse(launched) - Date.parse(before.modtime ?? launched) > PAUSE_MS;
