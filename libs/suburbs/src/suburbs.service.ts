import { PageReader, type Page } from '@app/lists';
import { Injectable } from '@nestjs/common';
import type { SuburbNamesQuery, SuburbsQuery } from './filters/suburb.filters.js';
import { SuburbsRepository } from './suburbs.repository.js';

/** The reference of suburbs. */
@Injectable()
export class SuburbsService {
  constructor(
    private readonly suburbs: SuburbsRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: SuburbsQuery): Promise<Page> {
    return await this.pages.read(this.suburbs.list(query));
  }

  async postcodes(query: SuburbNamesQuery): Promise<Page> {
    return await this.pages.read(this.suburbs.postcodes(query));
  }

  async regions(query: SuburbNamesQuery): Promise<Page> {
    return await this.pages.read(this.suburbs.names(query, 'region_name'));
  }

  async areaNames(query: SuburbNamesQuery): Promise<Page> {
    return await this.pages.read(this.suburbs.names(query, 'area_name'));
  }
}
