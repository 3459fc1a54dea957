import { problems, type Identifier, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { inBody, type Dependent } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { propertyDependence } from './property.dependence.js';
import { PropertiesRepository } from './properties.repository.js';
import type { PropertiesQuery } from './property.filters.js';

/** Properties, read-only over HTTP. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly properties: PropertiesRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: PropertiesQuery, snapshot: string): Promise<Page> {
    return await this.pages.read(this.properties.list(query), snapshot);
  }

  /** @throws NOT_FOUND */
  async read(id: Identifier): Promise<Versioned & Dependent> {
    const text = await this.properties.read(id);
    if (!text) throw problems.notFound('property');
    return { version: 1, text, dependsOn: inBody(propertyDependence) };
  }
}
