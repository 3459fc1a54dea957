import type { ListingLine, SoldDetails } from './listing.line.js';

/** The shown part of a sale; undefined if nothing is shown. */
export function shownSale({
  price,
  date,
  display = 'yes',
}: SoldDetails): { price?: number; date?: string } | undefined {
  const told = display === 'yes' ? price : undefined;
  return told === undefined && date === undefined ? undefined : { price: told, date };
}

/** The shown part of the sale of a listing that is sold. */
export const saleOf = ({ status, soldDetails }: ListingLine) =>
  status === 'sold' && soldDetails ? shownSale(soldDetails) : undefined;

/** The last member of a document, with the sale; empty if nothing is shown. */
export function saleMember(sold: SoldDetails): string {
  const shown = shownSale(sold);
  return shown ? `,"soldDetails":${JSON.stringify(shown)}` : '';
}

/** A document without this last member. */
export function withoutSale(document: string, sold: SoldDetails): string {
  const member = saleMember(sold);
  return member !== '' && document.endsWith(member) ? document.slice(0, -member.length) : document;
}
