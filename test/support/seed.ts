import { generatedSource, BUNDLE_KINDS, type BadLine, type BundleKind } from '@app/bundles';
import type { TestService } from './service.js';
import { servicesOn } from './services.js';

/** Lines of a bundle. */
export type Bundle = Partial<Record<BundleKind, readonly object[]>>;

/** Stores lines in the database of a service through the import, as production does. */
export async function seed(service: TestService, bundle: Bundle): Promise<void> {
  const bad: BadLine[] = [];
  const sources = BUNDLE_KINDS.flatMap((kind) => {
    const lines = bundle[kind];
    return lines ? [generatedSource(kind, lines)] : [];
  });
  const { kept } = await servicesOn(service.store.dataSource).importer.import(sources, {
    strict: true,
    onBadLine: (line) => bad.push(line),
  });
  if (!kept) throw new Error(`Lines were refused: ${JSON.stringify(bad.slice(0, 10))}`);
}
