import { it } from 'vitest';
import { pino } from 'pino';
import { TestService } from '@testing';
it('x', async () => {
  const service = await TestService.start({}, undefined, pino({ level: 'error' }, { write: (t: string) => console.log(t.slice(0, 1500)) }) as never);
  for (const p of ['inspections', 'inspections?datefrom=2026-01-01', 'inspections.ics?datefrom=2026-01-01', 'inspections?suburb=X&cursor='])
    console.log(p, await service.get('/api/v1/' + p).then((r) => r.status));
  await service.stop();
});
