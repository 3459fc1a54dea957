import { requiredUrl } from '@app/schema';
import { quoted, type ReadValue } from './numbers.js';

/** Characters that no URL has unescaped. */
const UNSAFE = /["<>`\s]/g;

/**
 * Reads an http(s) address. Some senders escape all of it (`http%3A%2F%2Fwww%2E...`), some omit the scheme. Other
 * schemes, such as `javascript:`, are a problem. Quotation marks, angle brackets and spaces are stored escaped, and an
 * ampersand that was escaped twice is one.
 */
export function readWebAddress(text: string): ReadValue<string> {
  const plain = (/^https?%3A/i.test(text) ? unescaped(text) : text)
    .replace(/&amp;/gi, '&')
    .replace(UNSAFE, encodeURIComponent);
  if (requiredUrl.accepts(plain)) return { value: plain };
  const completed = /^www\./i.test(plain) ? `http://${plain}` : /^\/\/\w/.test(plain) ? `https:${plain}` : plain;
  if (!requiredUrl.accepts(completed)) return { problem: `${quoted(text)} is not an http or https address` };
  return { value: completed, remark: `${quoted(text)} has no scheme` };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
