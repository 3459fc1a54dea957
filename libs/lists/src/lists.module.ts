import { SnapshotCacheModule } from '@app/snapshot-cache';
import { Module } from '@nestjs/common';
import { PageReader } from './page-reader.js';

/** Reads the pages of lists. */
@Module({ imports: [SnapshotCacheModule], providers: [PageReader], exports: [PageReader] })
export class ListsModule {}
