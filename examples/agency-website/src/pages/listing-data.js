/** @import { Listing, ListingCard } from 'agency-directory-client' */

/** Schema.org types of homes; all others are of the type Place. */
const HOMES = { House: ['house', 'townhouse', 'villa'], Apartment: ['apartment', 'unit', 'studio'] };

/** A home as a schema.org RealEstateListing for search engines. It contains only data that the page shows. @param {ListingCard} card @param {Listing} listing */
export function listingData(
  card,
  { status, firstdate, headline, description, images, category, price, link, website, address },
) {
  const { bedrooms, bathrooms, latitude, longitude, locationAccuracy } = card;
  const [type] = Object.entries(HOMES).find(([, categories]) => categories.includes(category)) ?? ['Place'];
  // A price in words, such as "Contact agent", hides the amount.
  const amount = [price.rent?.price, price.value].find(
    (one) => one && card.price.includes(one.toLocaleString('en-AU')),
  );
  const offer = { '@type': 'Offer', url: link, price: amount, priceCurrency: amount && 'AUD' };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    name: headline || card.address,
    description,
    url: link,
    datePosted: firstdate,
    image: images.map(({ url }) => url),
    about: {
      '@type': type,
      name: card.address,
      address: {
        '@type': 'PostalAddress',
        streetAddress: address.streetAddress || undefined,
        addressLocality: address.suburb,
        addressRegion: address.state,
        postalCode: address.postcode,
        addressCountry: 'AU',
      },
      // The centre of the suburb is not the location of the home.
      geo: locationAccuracy === 'exact' ? { '@type': 'GeoCoordinates', latitude, longitude } : undefined,
      numberOfBedrooms: bedrooms,
      numberOfBathroomsTotal: bathrooms,
    },
    offers: status === 'current' ? offer : undefined,
    provider: { '@type': 'RealEstateAgent', name: website.name, url: website.link },
  };
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}
