/**
 * The URL form of a text: lower case, without accents and apostrophes ("O'Connor" -> "oconnor"). Every other run of
 * characters that are neither letters nor digits becomes one hyphen, with none at the ends.
 */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/['\u2018\u2019\u02BC`]/g, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
