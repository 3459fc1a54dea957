/** @import { Listing, ListingCard } from 'agency-directory-client' */

/** Schema.org types of homes; all others are of the type Place. */
const HOMES = { House: ['house', 'townhouse', 'villa'], Apartment: ['apartment', 'unit', 'studio'] };

/** The bounds of a price such as "$1,710,000 - $1,845,000". @param {string} text */
function rangeIn(text) {
  const [low, high, ...others] = (text.match(/\$[\d,]+/g) ?? []).map((amount) =>
    Number(amount.replaceAll(/[$,]/g, '')),
  );
  return low && high && low < high && others.length === 0 ? { lowPrice: low, highPrice: high } : undefined;
}

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
  const range = rangeIn(card.price);
  const priceCurrency = amount || range ? 'AUD' : undefined;
  const weekly = amount &&
    price.rent?.price && { '@type': 'UnitPriceSpecification', price: amount, priceCurrency, unitCode: 'WEE' };
  const offer = range
    ? { '@type': 'AggregateOffer', url: link, ...range, priceCurrency }
    : { '@type': 'Offer', url: link, price: amount, priceCurrency, ...(weekly && { priceSpecification: weekly }) };
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
