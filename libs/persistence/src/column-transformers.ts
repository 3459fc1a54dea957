import type { ValueTransformer } from 'typeorm';

/** A column of type `numeric`, which node-postgres reads as text, as a number. */
export const asNumber: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (value: number | null) => value,
};

/** A column of type `timestamptz`, which node-postgres reads as a date, as an ISO 8601 text in UTC. */
export const asInstant: ValueTransformer = {
  from: (date: Date | null) => date?.toISOString() ?? null,
  to: (value: string | null) => value,
};
