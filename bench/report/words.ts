/** 21,300 · 171 · 8.4 · 0.62 */
export function rate(value: number | undefined): string {
  if (value === undefined) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** 164 · 3.1 · 0.62 */
export function ratio(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 20 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}

/** 0.034 · 0.27 · 14.2 */
export function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toFixed(3);
}

/** 98 % */
export const share = (value: number | undefined): string =>
  value === undefined ? '–' : `${Math.round(100 * value)} %`;

/** 10,000 -> 10k, 1,000,000 -> 1M */
export function size(listings: number): string {
  if (listings >= 1_000_000) return `${listings / 1_000_000}M`;
  return listings >= 1_000 ? `${listings / 1_000}k` : String(listings);
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
