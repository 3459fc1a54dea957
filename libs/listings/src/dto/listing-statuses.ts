/** The statuses of listings (D31), an enum type in the database. */
export const LISTING_STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket'] as const;
/** Whether a query may find listings of this status. @param statuses of the query; `all` among them: every status */
export const includesStatus = (
  statuses: readonly string[] | undefined,
  status: (typeof LISTING_STATUSES)[number],
): boolean => !statuses || statuses.includes('all') || statuses.includes(status);
/** Whether a query finds current listings only. */
export const isCurrentOnly = (statuses: readonly string[] | undefined): boolean =>
  statuses?.every((status) => status === 'current') ?? false;
