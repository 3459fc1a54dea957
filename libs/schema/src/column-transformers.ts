import type { ValueTransformer } from 'typeorm';

/** Reads a `numeric` column, which node-postgres returns as text, as a number. */
export const asNumber: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (value: number | null) => value,
};

/** Reads a `timestamptz` column, which node-postgres returns as a date, as an ISO 8601 text in UTC. */
export const asInstant: ValueTransformer = {
  from: (date: Date | null) => date?.toISOString() ?? null,
  to: (value: string | null) => value,
};
