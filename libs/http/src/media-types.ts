import { Header, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';

/** JSON text that is ready to be sent: responses are concatenated from stored texts, not parsed and serialized again. */
export type JsonText = string;

const JSON_TEXT_TYPE = 'application/json; charset=utf-8';

/** Declares that a handler returns JSON text. */
export const AnswersJson = (): MethodDecorator => Header('Content-Type', JSON_TEXT_TYPE);

export const JSON_TYPE = 'application/json';
/** The media type of RFC 7946. */
export const GEO_JSON_TYPE = 'application/geo+json';

/** When a handler answers in GeoJSON: to each request, or where `Accept` prefers it to JSON. */
type GeoJsonUse = 'always' | 'on request';

/** Chooses the media type of the response before anything is read: a cached response has one. */
class MediaTypeGuard implements CanActivate {
  constructor(private readonly use: GeoJsonUse) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    if (this.use === 'on request') response.vary('Accept');
    const isGeoJson = this.use === 'always' || prefersGeoJson(http.getRequest<Request>());
    response.setHeader('Content-Type', isGeoJson ? GEO_JSON_TYPE : JSON_TEXT_TYPE);
    return true;
  }
}

const prefersGeoJson = (request: Request): boolean =>
  request.headers.accept !== undefined &&
  request.headers.accept.includes('geo+json') &&
  request.accepts([JSON_TYPE, GEO_JSON_TYPE]) === GEO_JSON_TYPE;

/** Declares that a handler answers in GeoJSON. */
export const AnswersGeoJson = (use: GeoJsonUse): MethodDecorator => UseGuards(new MediaTypeGuard(use));

/** Whether a response is in GeoJSON. */
export const isGeoJson = (response: Response): boolean => response.getHeader('Content-Type') === GEO_JSON_TYPE;
