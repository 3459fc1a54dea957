import { problems, type Identifier, type Versioned } from '@app/http';
import type { ListQuery } from '@app/lists';
import { Injectable } from '@nestjs/common';
import { PropertiesRepository } from './properties.repository.js';
import type { PropertiesQuery } from './property.filters.js';

/** Properties, read-only over HTTP. */
@Injectable()
export class PropertiesService {
  constructor(private readonly properties: PropertiesRepository) {}

  list(query: PropertiesQuery): ListQuery {
    return this.properties.list(query);
  }

  /** @throws NOT_FOUND */
  async read(id: Identifier): Promise<Versioned> {
    const text = await this.properties.read(id);
    if (!text) throw problems.notFound('property');
    return { version: 1, text };
  }
}
