import { quoted, type Reading } from './numbers.js';

const YES = /^(yes|y|1|true|on|[1-9]\d?)$/i;
const NO = /^(no|n|0|false|off|none)$/i;

/** Reads `yes`, `1`, `true` and `no`, `0`, `false`; a count such as `2` means true. */
export function readTruth(text: string): Reading<boolean> {
  if (YES.test(text)) return { value: true };
  if (NO.test(text)) return { value: false };
  return { problem: `${quoted(text)} is neither yes nor no` };
}
