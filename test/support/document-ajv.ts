import { textFormats } from '@app/schema';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A validator with the formats of the OpenAPI document. Those of maps need geometry: the brute-force tests have it. */
export function documentAjv(options: Options = {}): Ajv2020 {
  const formats = Object.fromEntries([...textFormats, ['map-box', true], ['map-polygon', true]]);
  const ajv = new Ajv2020({ strict: false, formats, ...options });
  addFormats.default(ajv);
  return ajv;
}
