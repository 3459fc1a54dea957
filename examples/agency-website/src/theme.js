/** @import { AccountRead } from 'agency-directory-client' */

/** White or black, whichever is easier to read on a colour (WCAG 2.2, relative luminance). @param {string} colour #rrggbb */
export function textOn(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** The colour behind the logo. @param {AccountRead} agency */
const brandOf = ({ config }) => (/^#[\da-f]{6}$/i.test(config.primaryColor) ? config.primaryColor : '#1f3a4d');

/** The logo that is visible on this colour. @param {AccountRead} agency */
export const logoOf = (agency) => agency.logo[textOn(brandOf(agency)) === '#000000' ? 'light' : 'dark'];

/** The colours of the agency, for the style sheet. @param {AccountRead} agency */
export function theme(agency) {
  const brand = brandOf(agency);
  return `:root { --brand: ${brand}; --on-brand: ${textOn(brand)}; }`;
}
