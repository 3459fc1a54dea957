import { localDay, toInstant, toLocalTime } from '@app/suburbs';
import { bench } from 'vitest';

const ZONE = 'Australia/Hobart';
const LOCAL_TIMES = Array.from(
  { length: 1_000 },
  (_, at) => `20${10 + (at % 20)}-${String(1 + (at % 12)).padStart(2, '0')}-17T12:30:00`,
);
const INSTANTS = LOCAL_TIMES.map((local) => toInstant(local, ZONE));

bench('a thousand local times to instants', () => {
  for (const local of LOCAL_TIMES) toInstant(local, ZONE);
});

bench('a thousand instants to local times', () => {
  for (const instant of INSTANTS) toLocalTime(instant, ZONE);
});

bench('a thousand instants to local days', () => {
  for (const instant of INSTANTS) localDay(instant, ZONE);
});
