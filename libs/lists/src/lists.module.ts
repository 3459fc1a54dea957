import { CacheModule } from '@app/cache';
import { Module } from '@nestjs/common';
import { FacetReader } from './facet-reader.js';
import { PageReader } from './page-reader.js';

/** Reads the pages of lists, and counts their rows. */
@Module({ imports: [CacheModule], providers: [PageReader, FacetReader], exports: [PageReader, FacetReader] })
export class ListsModule {}
