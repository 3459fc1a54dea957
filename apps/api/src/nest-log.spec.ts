import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NestLog } from './bootstrap.js';

it('logs messages of the service at info, and messages of Nest about its start at debug level', () => {
  const levels: number[] = [];
  const write = (line: string) => void levels.push((JSON.parse(line) as { level: number }).level);
  const log = new NestLog(pino({ level: 'debug' }, { write }));
  log.log('is read', 'Replica');
  log.debug('made', 'ChangeDaysJob');
  for (const context of ['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']) {
    log.log('starts', context);
  }
  const { info, debug } = pino.levels.values;
  expect(levels).toEqual([info, ...Array.from({ length: 6 }, () => debug)]);
});
