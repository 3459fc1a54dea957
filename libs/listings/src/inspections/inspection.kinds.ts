import { named, oneOf } from '@app/schema';

export const INSPECTION_KINDS = ['inspection', 'auction'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

export const inspectionKind = named(
  'InspectionKind',
  'The kind of event: an inspection, when the property is open to visitors, or an auction.',
  oneOf(INSPECTION_KINDS),
);
