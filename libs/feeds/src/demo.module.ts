import { BundlesModule } from '@app/bundles';
import { Module } from '@nestjs/common';
import { DemoDirectory } from './demo-directory.js';
import { FeedsModule } from './feeds.module.js';

/** The generated directory. It needs the key of secrets, which feeds do not. */
@Module({ imports: [BundlesModule, FeedsModule], providers: [DemoDirectory], exports: [DemoDirectory] })
export class DemoModule {}
