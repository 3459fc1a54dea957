import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '@app/config';
import type { DataSource } from 'typeorm';
import { findSources } from '../../libs/bundles/src/files/bundle-files.js';
import type { ImportOptions } from '../../libs/bundles/src/bundle-importer.js';
import { IMPORT_OUTCOMES, type FileReport } from '../../libs/bundles/src/import/import-report.js';
import { BUNDLE_KINDS, type BundleKind } from '../../libs/bundles/src/files/line-source.js';
import { servicesOn } from '@testing';

type Line = object | string;

export const authSettings: Partial<Settings> = {
  rootAccessKey: 'operator-access-key',
  rootSecretKey: 'operator-secret-key',
  secretsKey: Buffer.alloc(32, 7),
};

/** An account with only the required fields. */
export const account = (websiteID: number, said: object = {}) => ({
  websiteID,
  name: `Agency ${websiteID}`,
  link: `https://www.agency-${websiteID}.example`,
  ...said,
});

/** An agent with only the required fields. */
export const agent = (id: number | undefined, said: object = {}) => ({
  ...(id && { id }),
  websiteID: 1,
  name: 'Jane Citizen',
  firstname: 'Jane',
  lastname: 'Citizen',
  ...said,
});

/** A listing with only the required fields, and an address. */
export const listing = (uniqueID: string, said: object = {}) => ({
  websiteID: 1,
  agentID: 'OFFICE1',
  uniqueID,
  listingType: 'residential',
  status: 'current',
  address: { streetNumber: '39', street: 'Main Road', suburb: 'Richmond', state: 'VIC', postcode: '3121' },
  ...said,
});

/** A temporary folder with a bundle. */
export class BundleFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<BundleFolder> {
    return new BundleFolder(await mkdtemp(join(tmpdir(), 'bundle-')));
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true });
  }

  /** Writes files of the bundle; a string is written unchanged as a line. */
  async write(bundle: Partial<Record<BundleKind, readonly Line[]>>): Promise<void> {
    for (const kind of BUNDLE_KINDS) {
      await rm(this.file(kind), { force: true });
      const lines = bundle[kind]?.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
      if (lines) await writeFile(this.file(kind), `${lines.join('\n')}\n`);
    }
  }

  file(kind: BundleKind): string {
    return join(this.path, `${kind}.ndjson`);
  }

  read(kind: BundleKind): Promise<string> {
    return readFile(this.file(kind), 'utf8');
  }

  async lines(kind: BundleKind): Promise<Record<string, unknown>[]> {
    const text = await this.read(kind);
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

/** Imports lines from files, and returns the report of each file and its bad lines. */
export async function importLines(
  dataSource: DataSource,
  bundle: Partial<Record<BundleKind, readonly Line[]>>,
  options: ImportOptions = {},
) {
  const folder = await BundleFolder.make();
  try {
    await folder.write(bundle);
    const bad: string[] = [];
    const onBadLine: ImportOptions['onBadLine'] = ({ file, line, field, reason }) =>
      bad.push(`${file.slice(folder.path.length + 1)}:${line}: ${field}: ${reason}`);
    const report = await servicesOn(dataSource, authSettings).importer.import(await findSources([folder.path]), {
      ...options,
      onBadLine,
    });
    const tallies = report.files.map((file) => [file.kind, countsOf(file)]);
    return { kept: report.kept, bad, tally: Object.fromEntries(tallies) as Partial<Record<BundleKind, object>> };
  } finally {
    await folder.remove();
  }
}

const countsOf = (file: FileReport) =>
  Object.fromEntries(IMPORT_OUTCOMES.filter((outcome) => file[outcome] > 0).map((outcome) => [outcome, file[outcome]]));

/** The exported lines of one kind. */
export async function exportedLines(dataSource: DataSource, kind: BundleKind): Promise<Record<string, unknown>[]> {
  const folder = await BundleFolder.make();
  try {
    await servicesOn(dataSource, authSettings).exporter.export(folder.path);
    return await folder.lines(kind);
  } finally {
    await folder.remove();
  }
}
