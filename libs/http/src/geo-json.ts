import { UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { JSON_TEXT_TYPE } from './json-text.js';

export const JSON_TYPE = 'application/json';
/** The media type of RFC 7946. */
export const GEO_JSON_TYPE = 'application/geo+json';

/** Chooses the media type of the response before anything is read: a cached response has one. */
class MediaTypeGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    response.vary('Accept');
    response.setHeader('Content-Type', prefersGeoJson(http.getRequest<Request>()) ? GEO_JSON_TYPE : JSON_TEXT_TYPE);
    return true;
  }
}

const prefersGeoJson = (request: Request): boolean =>
  request.headers.accept !== undefined &&
  request.headers.accept.includes('geo+json') &&
  request.accepts([JSON_TYPE, GEO_JSON_TYPE]) === GEO_JSON_TYPE;

/** Declares that a handler answers in GeoJSON where that is asked for, and in JSON otherwise. */
export const AnswersGeoJson = (): MethodDecorator => UseGuards(MediaTypeGuard);

/** Whether a response is in GeoJSON. */
export const isGeoJson = (response: Response): boolean => response.getHeader('Content-Type') === GEO_JSON_TYPE;
