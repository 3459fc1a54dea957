import { generatedSource, BUNDLE_KINDS, type BadLine, type BundleKind } from '@app/bundles';
import type { DataSource } from 'typeorm';
import type { TestService } from './service.js';
import { servicesOn } from './services.js';

/** Lines of a bundle. */
export type Bundle = Partial<Record<BundleKind, readonly object[]>>;

/** Imports lines into the database of a service. */
export const seed = (service: TestService, bundle: Bundle): Promise<void> =>
  seedStore(service.store.dataSource, bundle);

/** Imports lines into a database. @throws Error if a line is rejected */
export async function seedStore(dataSource: DataSource, bundle: Bundle): Promise<void> {
  const bad: BadLine[] = [];
  const sources = BUNDLE_KINDS.flatMap((kind) => {
    const lines = bundle[kind];
    return lines ? [generatedSource(kind, lines)] : [];
  });
  const { kept } = await servicesOn(dataSource).importer.import(sources, {
    strict: true,
    onBadLine: (line) => bad.push(line),
  });
  if (!kept) throw new Error(`Lines were refused: ${JSON.stringify(bad.slice(0, 10))}`);
}
