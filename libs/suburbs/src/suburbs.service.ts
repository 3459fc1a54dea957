import type { List } from '@app/query';
import { Injectable } from '@nestjs/common';
import type { SuburbNamesQuery, SuburbsQuery } from './suburb.filters.js';
import { SuburbsRepository } from './suburbs.repository.js';

/** The reference of suburbs. */
@Injectable()
export class SuburbsService {
  constructor(private readonly suburbs: SuburbsRepository) {}

  list(query: SuburbsQuery): List {
    return this.suburbs.list(query);
  }

  postcodes(query: SuburbNamesQuery): List {
    return this.suburbs.postcodes(query);
  }

  regions(query: SuburbNamesQuery): List {
    return this.suburbs.names(query, 'region_name');
  }

  areaNames(query: SuburbNamesQuery): List {
    return this.suburbs.names(query, 'area_name');
  }
}
