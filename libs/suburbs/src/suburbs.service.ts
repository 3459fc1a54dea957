import type { ListQuery } from '@app/lists';
import { Injectable } from '@nestjs/common';
import type { SuburbNamesQuery, SuburbsQuery } from './suburb.filters.js';
import { SuburbsRepository } from './suburbs.repository.js';

/** The reference of suburbs. */
@Injectable()
export class SuburbsService {
  constructor(private readonly suburbs: SuburbsRepository) {}

  list(query: SuburbsQuery): ListQuery {
    return this.suburbs.list(query);
  }

  postcodes(query: SuburbNamesQuery): ListQuery {
    return this.suburbs.postcodes(query);
  }

  regions(query: SuburbNamesQuery): ListQuery {
    return this.suburbs.names(query, 'region_name');
  }

  areaNames(query: SuburbNamesQuery): ListQuery {
    return this.suburbs.names(query, 'area_name');
  }
}
