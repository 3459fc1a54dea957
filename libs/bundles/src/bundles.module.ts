import { AccountsModule } from '@app/accounts';
import { AgentsModule } from '@app/agents';
import { AuthModule } from '@app/auth';
import { SuburbsModule } from '@app/suburbs';
import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { BundleExporter } from './bundle-exporter.js';
import { BundleImporter } from './bundle-importer.js';
import { DemoLoader } from './demo-loader.js';
import { FeatureWriters } from './import/feature-writers.js';
import { ListingsWriterModule } from './listings-writer.module.js';

/** Import and export of bundles. */
@Module({
  imports: [AuthModule, SuburbsModule, AccountsModule, AgentsModule, ListingsWriterModule, WritesModule],
  providers: [FeatureWriters, BundleImporter, BundleExporter, DemoLoader],
  exports: [BundleImporter, BundleExporter, DemoLoader],
})
export class BundlesModule {}
