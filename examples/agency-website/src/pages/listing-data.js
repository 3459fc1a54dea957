/** @import { Listing, ListingCard } from 'agency-directory-client' */

/** Kinds of homes as schema.org knows them; all others are places. @type {Readonly<Record<string, string>>} */
const HOMES = {
  house: 'House',
  apartment: 'Apartment',
  unit: 'Apartment',
  studio: 'Apartment',
  townhouse: 'House',
  villa: 'House',
};

/**
 * A home for search engines: a schema.org RealEstateListing, with nothing that the page does not show.
 * @param {ListingCard} card
 * @param {Listing} listing
 * @returns {string} JSON that is safe in a page
 */
export function listingData(
  card,
  { status, firstdate, headline, description, images, category, price, link, website, address },
) {
  const { bedrooms, bathrooms, latitude, longitude } = card;
  const amount = [price.rent?.price, price.value].find(
    (one) => one && card.price.includes(one.toLocaleString('en-AU')),
  );
  const data = {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    name: headline || card.address,
    description,
    url: link,
    datePosted: firstdate,
    image: images.map(({ url }) => url),
    about: {
      '@type': HOMES[category] ?? 'Place',
      name: card.address,
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.streetAddress || undefined,
        addressLocality: address.suburb,
        addressRegion: address.state,
        postalCode: address.postcode,
        addressCountry: 'AU',
      },
      geo: latitude ? { '@type': 'GeoCoordinates', latitude, longitude } : undefined,
      numberOfBedrooms: bedrooms,
      numberOfBathroomsTotal: bathrooms,
    },
    // The price in words, such as "Contact agent", hides the amount.
    offers:
      status === 'current' ? { '@type': 'Offer', url: link, price: amount, priceCurrency: amount && 'AUD' } : undefined,
    provider: { '@type': 'RealEstateAgent', name: website.name, url: website.link },
  };
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
