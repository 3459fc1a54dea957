import type { Results } from '../run/results.js';
import { size } from './words.js';

/** When, on what and how it was measured, in a few sentences. */
export function circumstances({ date, machine, versions, seconds, rounds, sizes, load, against }: Results): string {
  const { cpu, cores, memoryGB, system } = machine;
  const listings = sizes.map((one) => size(one.listings)).join(', ');
  const with_ = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const course = `${listings} listings, 8 connections, asked by ${load}, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${seconds} s, medians`;
  const other = against ? `; the other is commit ${against}` : '';
  return `${date.slice(0, 16).replace('T', ' ')} UTC. ${course}${other}. ${cores} cores of ${cpu}, ${memoryGB} GB, ${system}. ${with_.join(', ')}.`;
}
