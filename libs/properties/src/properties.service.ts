import { problems, versionFor, type Identifier, type Recipient, type Versioned } from '@app/http';
import { PageReader, type Page } from '@app/lists';
import { fromBody, type Cacheable } from '@app/cache';
import { Injectable } from '@nestjs/common';
import { propertyDependencies } from './property.dependencies.js';
import { PropertiesRepository } from './properties.repository.js';
import type { PropertiesQuery } from './property.filters.js';
import { visibilityFor } from './property-visibility.reads.js';

/** Properties, read-only over HTTP. */
@Injectable()
export class PropertiesService {
  constructor(
    private readonly properties: PropertiesRepository,
    private readonly pages: PageReader,
  ) {}

  async list(query: PropertiesQuery, recipient: Recipient): Promise<Page> {
    return await this.pages.read(this.properties.list(query, recipient));
  }

  /** @throws NOT_FOUND */
  async read(id: Identifier, recipient: Recipient): Promise<Versioned & Cacheable> {
    const text = await this.properties.read(id, recipient);
    if (!text) throw problems.notFound('property');
    const { dependencies } = visibilityFor(recipient);
    return {
      version: versionFor(recipient.audience, 1),
      text,
      dependsOn: fromBody((body) => dependencies(propertyDependencies(body))),
    };
  }
}
