import { named, oneOf } from '@app/schema';

export const INSPECTION_KINDS = ['inspection', 'auction'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

export const inspectionKind = named(
  'InspectionKind',
  'What happens at a home: an inspection, at which it is open to visitors, or its auction.',
  oneOf(INSPECTION_KINDS),
);
