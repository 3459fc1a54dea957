import { SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

export const JSON_TYPE = 'application/json';
/** The media type of RFC 7946. */
export const GEO_JSON_TYPE = 'application/geo+json';

/** Declares that a handler answers in GeoJSON where that is asked for, and in JSON otherwise. */
export const ANSWERS_GEO_JSON = 'answers GeoJSON';
export const AnswersGeoJson = (): MethodDecorator => SetMetadata(ANSWERS_GEO_JSON, true);

/** Whether a request prefers GeoJSON to JSON, of a handler that answers both. */
export const prefersGeoJson = (request: Request): boolean =>
  request.headers.accept !== undefined &&
  request.headers.accept.includes('geo+json') &&
  request.accepts([JSON_TYPE, GEO_JSON_TYPE]) === GEO_JSON_TYPE;
