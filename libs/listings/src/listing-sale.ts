import type { SoldDetails } from './listing.line.js';

/** What a read shows of a sale; undefined when that is nothing. */
function shownSale({ price, date, display = 'yes' }: SoldDetails): { price?: number; date?: string } | undefined {
  const told = display === 'yes' ? price : undefined;
  return told === undefined && date === undefined ? undefined : { price: told, date };
}

/** The member of a document that shows a sale, behind others; empty when there is nothing to show. */
export function saleMember(sold: SoldDetails): string {
  const shown = shownSale(sold);
  return shown ? `,"soldDetails":${JSON.stringify(shown)}` : '';
}

/** A document without that member, which is its last. */
export function withoutSale(document: string, sold: SoldDetails): string {
  const member = saleMember(sold);
  return member !== '' && document.endsWith(member) ? document.slice(0, -member.length) : document;
}
