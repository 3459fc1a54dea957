import { applyDefaults } from '@app/schema';
import { sql } from '@app/sql';
import type { SuburbEntity } from './entities/suburb.entity.js';
import { SuburbLine } from './suburb.fields.js';

type SuburbRow = Pick<SuburbEntity, 'document' | 'latitude' | 'longitude' | 'timeZone'>;

/** The reference as lines of `suburbs.ndjson`; places outside it are exported with their addresses. */
export const suburbExport = {
  statement: sql`SELECT document, latitude, longitude, time_zone AS "timeZone" FROM suburbs WHERE gazetted ORDER BY id`,
  line({ document, latitude, longitude, timeZone }: SuburbRow): string {
    const shown = JSON.parse(document) as object; // written by the writer
    const known = { ...shown, latitude: degreesText(latitude), longitude: degreesText(longitude), timeZone };
    return JSON.stringify(applyDefaults(SuburbLine, known));
  },
};

/** Decimal degrees without an exponent, which other readers may not accept; smaller values are written as zero. */
function degreesText(degrees: number | null): string {
  if (degrees === null) return '';
  return String(Math.abs(degrees) < 1e-6 ? 0 : degrees);
}
