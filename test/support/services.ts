import { AccountsRepository, AccountsWriter } from '@app/accounts';
import { AgentsRepository, AgentsWriter } from '@app/agents';
import { CredentialsRepository } from '@app/auth';
import { BundleExporter, BundleImporter, DemoLoader, FeatureWriters, ListingsWriter } from '@app/bundles';
import type { Settings } from '@app/config';
import { DemoDirectory, FeedImporter, FeedRunEntity, FeedRunsRepository, ReaxmlExporter } from '@app/feeds';
import { SqlExecutor } from '@app/sql';
import { SuburbsWriter } from '@app/suburbs';
import { AuditTrail } from '@app/writes';
import type { DataSource } from 'typeorm';
import { testSettings } from './settings.js';

function writersOn(dataSource: DataSource, settings: Settings): FeatureWriters {
  const executor = SqlExecutor.of(dataSource);
  return new FeatureWriters(
    new SuburbsWriter(),
    new AccountsWriter(new AccountsRepository(executor), new CredentialsRepository(settings)),
    new AgentsWriter(new AgentsRepository(executor)),
    new ListingsWriter(),
  );
}

/** The services of bundles and feeds on a data source, created as the container creates them. */
export function servicesOn(dataSource: DataSource, given: Partial<Settings> = {}) {
  const settings = { ...testSettings, ...given };
  const writers = writersOn(dataSource, settings);
  const executor = SqlExecutor.of(dataSource);
  const trail = new AuditTrail();
  const runs = new FeedRunsRepository(dataSource.getRepository(FeedRunEntity), executor, trail);
  const feeds = new FeedImporter(dataSource, writers.agents, writers.listings, runs);
  const reaxml = new ReaxmlExporter(executor);
  return {
    writers,
    importer: new BundleImporter(dataSource, writers, trail),
    exporter: new BundleExporter(executor, new CredentialsRepository(settings)),
    demo: new DemoDirectory(
      new DemoLoader(dataSource, writers, trail, new CredentialsRepository(settings), settings),
      reaxml,
      feeds,
    ),
    feeds,
    runs,
    reaxml,
  };
}
