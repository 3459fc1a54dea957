import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoLoader, type DemoOptions, type FileReport } from '@app/bundles';
import { Injectable } from '@nestjs/common';
import { ReaxmlExporter } from './export/reaxml.export.js';
import { FeedImporter } from './intake/feed-importer.js';

/** The account whose listings are imported as a feed. */
const SENDER = 1;

/** Fills an empty directory with generated data, and imports a feed, which creates a run. */
@Injectable()
export class DemoDirectory {
  constructor(
    private readonly loader: DemoLoader,
    private readonly exporter: ReaxmlExporter,
    private readonly importer: FeedImporter,
  ) {}

  /** See `DemoLoader`. A reset that was interrupted is run again. */
  readonly load = (options: DemoOptions = {}) => this.fill('load', options);
  readonly reset = (options: DemoOptions = {}) => this.fill('reset', options);

  private async fill(how: 'load' | 'reset', options: DemoOptions): Promise<FileReport[] | undefined> {
    const files = await this.loader[how](options);
    if (files?.some(({ file, created }) => file === 'listings' && created > 0)) await this.importFeed(options.signal);
    return files;
  }

  /** Imports the listings of the account as its software would send them; nothing changes. */
  private async importFeed(signal: AbortSignal | undefined): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'agency-directory-'));
    try {
      const file = join(folder, 'listings.xml');
      await this.exporter.export(SENDER, file, { revision: 'r1.61', signal }); // it has all kinds
      await this.importer.import(file, SENDER, { signal, command: 'demo' });
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}
