import { type Class } from '@app/schema';
import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { readQuery, type RawQuery } from './read-query.js';

type Query = Class;

/** Validates the query string against the declared parameters of the handler's query class. */
@Injectable()
export class QueryPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (type !== 'query' || !metatype) return value;
    return readQuery(metatype as Query, value as RawQuery); // Express passes a record; Nest passes the declared class
  }
}
