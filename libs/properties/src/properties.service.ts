import { problems, PUBLIC_VERSION, type Audience, type Identifier, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { inBody, type Dependent } from '@app/snapshot-cache';
import { Injectable } from '@nestjs/common';
import { propertyDependence } from './property.dependence.js';
import { PropertiesRepository } from './properties.repository.js';
import type { PropertiesQuery } from './property.filters.js';
import { PublicPropertiesRepository } from './public-properties.repository.js';

/** Properties, read-only over HTTP. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly properties: PropertiesRepository,
    private readonly forPublic: PublicPropertiesRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: PropertiesQuery, audience: Audience): Promise<Page> {
    if (audience === 'public') return await this.pages.read(this.forPublic.list(query));
    return await this.pages.read(this.properties.list(query));
  }

  /** @throws NOT_FOUND */
  async read(id: Identifier, audience: Audience): Promise<Versioned & Dependent> {
    if (audience === 'public') {
      const found = await this.forPublic.read(id);
      if (!found) throw problems.notFound('property');
      return { version: PUBLIC_VERSION, ...found };
    }
    const text = await this.properties.read(id);
    if (!text) throw problems.notFound('property');
    return { version: 1, text, dependsOn: inBody(propertyDependence) };
  }
}
