import { expect, it } from 'vitest';
import { RecurringFault } from './fault-line.js';

it('is logged once for the same reason, until the work succeeds', () => {
  const lines: string[] = [];
  const fault = new RecurringFault('Feeds wait', (line) => void lines.push(line));
  const away = (seconds: number) =>
    Object.assign(new Error(`away for ${seconds} s`, { cause: new Error('timeout expired') }), { code: '08001' });
  for (const error of [away(3), away(4), new Error('broken'), new Error('broken'), away(5)]) fault.occurred(error);
  fault.ended();
  fault.occurred(away(6));
  expect(lines).toEqual([
    'Feeds wait: DATABASE_URL: timeout expired',
    'Feeds wait: Error: broken',
    'Feeds wait: DATABASE_URL: timeout expired',
    'Feeds wait: DATABASE_URL: timeout expired',
  ]);
});
