import { timeOf } from './dates.js';
import type { Query } from './lines.js';

/** Removes contradictions, which the service refuses (B75): the upper end of an empty range, and a status without sales. */
export function consistent(query: Query): Query {
  const { datefrom = '', dateto = '', status = 'current', baseDate, sort = '', minSoldPrice, maxSoldPrice } = query;
  const contradicting = Object.keys(query).filter((name) => {
    const least = name.startsWith('max') ? query[name.replace('max', 'min')] : undefined;
    return least !== undefined && Number(least) > Number(query[name]);
  });
  if (timeOf(datefrom) > timeOf(dateto)) contradicting.push('dateto');
  const isOfSales = baseDate === 'sold' || sort.startsWith('sold-') || (minSoldPrice ?? maxSoldPrice) !== undefined;
  return {
    ...Object.fromEntries(Object.entries(query).filter(([name]) => !contradicting.includes(name))),
    ...(isOfSales && !/all|sold/i.test(status) && { status: `${status},sold` }),
  };
}
