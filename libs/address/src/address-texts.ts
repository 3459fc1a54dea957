/** Sorts before every printable character. */
const SEPARATOR = '\u0001';

/** Pads runs of digits, so that text order equals numeric order: "9" before "12", "12A" after "12". */
const natural = (text: string): string => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** The sort key of the alphabetical order: suburb, street, street number (numerically), sub-number (D23). */
export function addressOrder({ suburb, street, streetNumber, subNumber }: AddressParts): string {
  return [suburb.toLowerCase(), street.toLowerCase(), natural(streetNumber), natural(subNumber)].join(SEPARATOR);
}

/** The parts of an address. */
export interface AddressParts {
  subNumber: string;
  lotNumber: string;
  streetNumber: string;
  street: string;
  suburb: string;
  state: string;
  postcode: string;
}

/** The texts that are built from the parts (D6). */
interface AddressTexts {
  fullAddress: string;
  streetAddress: string;
  fullSuburb: string;
}

const joined = (separator: string, ...parts: string[]): string => parts.filter((part) => part !== '').join(separator);

/** "Richmond VIC 3121"; missing parts are omitted. */
export function fullSuburbOf({ suburb, state, postcode }: Pick<AddressParts, 'suburb' | 'state' | 'postcode'>): string {
  return joined(' ', suburb, state, postcode);
}

/** "3/39 Main Road", "Lot 5 Main Road". */
function streetAddressOf({ subNumber, lotNumber, streetNumber, street }: AddressParts): string {
  const number = joined('/', subNumber, streetNumber);
  const lot = lotNumber === '' || /^lot\b/i.test(lotNumber) ? lotNumber : `Lot ${lotNumber}`;
  return joined(' ', number === '' ? lot : number, street);
}

/** Builds the texts of an address from its parts. */
export function textsOf(parts: AddressParts): AddressTexts {
  const streetAddress = streetAddressOf(parts);
  const fullSuburb = fullSuburbOf(parts);
  return { streetAddress, fullSuburb, fullAddress: joined(', ', streetAddress, fullSuburb) };
}

/** Builds the empty texts of an address from its parts. */
export function withTexts<A extends AddressParts & AddressTexts>(address: A): A {
  const made = textsOf(address);
  return {
    ...address,
    streetAddress: address.streetAddress || made.streetAddress,
    fullSuburb: address.fullSuburb || made.fullSuburb,
    fullAddress: address.fullAddress || made.fullAddress,
  };
}

/**
 * The address after a change. A text that was built from the old parts is rebuilt from the new ones, unless the change
 * sets it; a text supplied by a client is kept.
 */
export function rederiveTexts<A extends AddressParts & AddressTexts>(before: A, after: A): A {
  const made = textsOf(before);
  const follow = (key: keyof AddressTexts) =>
    after[key] === before[key] && before[key] === made[key] ? '' : after[key];
  return withTexts({
    ...after,
    streetAddress: follow('streetAddress'),
    fullSuburb: follow('fullSuburb'),
    fullAddress: follow('fullAddress'),
  });
}
