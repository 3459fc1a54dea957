import { named, patterned } from '@app/schema';

/** The label of a named pair: the audit log has it. */
export const pairLabel = named(
  'PairLabel',
  'Text of 1 to 100 characters, without control characters, that neither begins nor ends with a space.',
  patterned('^[^\\p{C}\\s](?:[^\\p{Cc}]{0,98}[^\\p{C}\\s])?$', 100, 'text of 1 to 100 characters in one line'),
);
