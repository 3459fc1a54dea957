import { expect, it } from 'vitest';
import { Random } from '../random/random.js';
import { AgencyNames } from './agency-names.js';

it('generates distinct host names with labels of valid length', () => {
  const names = new AgencyNames(new Random(1, 'names'));
  const main = 'Seventy-Nine Property Group Llanfairpwllgwyngyll South';
  const hostnames = Array.from({ length: 12 }, () => names.under(main, 'Mount Warrigal Beach').hostname);
  expect(new Set(hostnames).size).toBe(12);
  for (const hostname of hostnames) {
    expect(hostname).toMatch(/^www\.[a-z0-9]+(-[a-z0-9]+)*\.example$/);
    expect(hostname.split('.')[1]?.length).toBeLessThanOrEqual(63);
  }
  expect(names.under('Ironbark Homes', 'Richmond').hostname).toBe('www.ironbark-homes-richmond.example');
});
