import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** A suburb of the reference. */
export interface SuburbRow {
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly region?: string;
  readonly area?: string;
}

/** Puts suburbs into the reference: enough for location filters, not for reads of the suburbs themselves. */
export async function insertSuburbs(store: DataSource, suburbs: readonly SuburbRow[]): Promise<void> {
  for (const { suburb, state, postcode, region = '', area = '' } of suburbs) {
    const name = `${suburb} ${state} ${postcode}`;
    const slug = name.toLowerCase().replaceAll(' ', '-');
    await store.query(
      `INSERT INTO suburbs (uid, suburb, state, postcode, name, slug, region_name, area_name, gazetted, document)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true, '{}')`,
      [uuidv7(), suburb, state, postcode, name, slug, region, area],
    );
  }
}
