/** The parts that an address is put together from. */
export interface AddressParts {
  subNumber: string;
  lotNumber: string;
  streetNumber: string;
  street: string;
  suburb: string;
  state: string;
  postcode: string;
}

/** The texts that are made of the parts (D6). */
export interface AddressTexts {
  fullAddress: string;
  streetAddress: string;
  fullSuburb: string;
}

const joined = (separator: string, ...parts: string[]): string => parts.filter((part) => part !== '').join(separator);

/** "Richmond VIC 3121"; parts that are missing are left out. */
export function fullSuburbOf({ suburb, state, postcode }: Pick<AddressParts, 'suburb' | 'state' | 'postcode'>): string {
  return joined(' ', suburb, state, postcode);
}

/** "3/39 Main Road", "Lot 5 Main Road". */
function streetAddressOf({ subNumber, lotNumber, streetNumber, street }: AddressParts): string {
  const number = joined('/', subNumber, streetNumber);
  const lot = lotNumber === '' || /^lot\b/i.test(lotNumber) ? lotNumber : `Lot ${lotNumber}`;
  return joined(' ', number === '' ? lot : number, street);
}

/** The texts of an address as its parts give them. */
export function textsOf(parts: AddressParts): AddressTexts {
  const streetAddress = streetAddressOf(parts);
  const fullSuburb = fullSuburbOf(parts);
  return { streetAddress, fullSuburb, fullAddress: joined(', ', streetAddress, fullSuburb) };
}

/** The address with each text that is empty made of the parts. */
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
 * The address after a change: a text that had been made of the old parts is made of the new ones, unless the change
 * gives it; one that had been supplied stays as supplied.
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
