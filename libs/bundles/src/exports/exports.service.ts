import { SETTINGS, type Settings } from '@app/config';
import { accountExport, type AccountsExportQuery } from '@app/accounts';
import { agentExport, type AgentsExportQuery } from '@app/agents';
import { viewerOf, type Caller, recipientFor } from '@app/auth';
import { ownerOf, problems, recipientOf } from '@app/http';
import { listingExport, type ListingsExportQuery } from '@app/listings';
import { propertyExport, type PropertiesExportQuery } from '@app/properties';
import type { ExportLines } from '@app/lists';
import { cursorAfter, SnapshotClock } from '@app/cache';
import { suburbExport, type SuburbsExportQuery } from '@app/suburbs';
import { credentialOf } from '@app/writes';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ExportsRepository } from './exports.repository.js';
import type { ExportFormat } from './export-format.js';
import { ExportReader } from './export-reader.js';
import { ReaderTimeout } from './reader-timeout.js';

/** `Retry-After` of a rejected export: exports take seconds, or up to a minute. */
const RETRY_SECONDS = 10;

const isOperator = (caller: Caller): boolean => caller.role === 'operator';

/**
 * Exports and their limits. The operator gets bundle lines without secrets; an account gets the data that it may read.
 */
@Injectable()
export class ExportsService {
  /**
   * The credentials with an export in progress in this process; exports of other instances are found by their locks.
   */
  private readonly holders = new Set<number>();

  constructor(
    private readonly repository: ExportsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: SnapshotClock,
  ) {}

  /** The number of exports that are running or waiting for their turn. */
  get running(): number {
    return this.holders.size;
  }

  accounts(caller: Caller, query: AccountsExportQuery): ExportLines {
    return accountExport(query, viewerOf(caller));
  }

  agents(caller: Caller, query: AgentsExportQuery): ExportLines {
    return agentExport(query, viewerOf(caller));
  }

  suburbs(caller: Caller, query: SuburbsExportQuery): ExportLines {
    return suburbExport(query, isOperator(caller));
  }

  listings(caller: Caller, query: ListingsExportQuery): ExportLines {
    return listingExport(query, recipientFor(viewerOf(caller)));
  }

  properties(caller: Caller, query: PropertiesExportQuery): ExportLines {
    return propertyExport(query, recipientFor(viewerOf(caller)));
  }

  /** Sends lines in a format. @throws EXPORT_UNDER_WAY */
  async send(caller: Caller, lines: ExportLines, response: Response, format?: ExportFormat): Promise<void> {
    // Read before the snapshot of the export, so that changes in between are in both.
    const { end } = await this.clock.of(response.req);
    // As in cached responses, the public does not see the cursor.
    const cursor = recipientOf(response.req).audience === 'clients' ? cursorAfter(end) : undefined;
    const reader = new ExportReader(response, new ReaderTimeout(this.settings), cursor, format);
    if (response.req.method === 'HEAD') {
      reader.sendHeaders();
      reader.end();
      return;
    }
    const credential = credentialOf(response.req);
    const holder = { credential, owner: ownerOf(response.req) };
    // Checked without a connection, so that repeated attempts of one credential do not delay other exports.
    if (this.holders.has(credential)) throw problems.exportUnderWay(RETRY_SECONDS);
    this.holders.add(credential);
    try {
      const isRead = await this.repository.read(lines, holder, reader.gone, (sets) => reader.send(sets));
      if (!isRead) throw problems.exportUnderWay(RETRY_SECONDS);
    } catch (error) {
      // The client disconnected while it waited for its turn.
      if (error !== reader.gone.reason) throw error;
    } finally {
      this.holders.delete(credential);
    }
    // Ended last, so that the client can begin its next export.
    reader.end();
  }
}
