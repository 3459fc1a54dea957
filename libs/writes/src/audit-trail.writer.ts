import { clientAddress, recipientOf, requestId } from '@app/http';
import { sql, type SqlExecutor } from '@app/sql';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from './audit-entry.js';
import type { Author } from './author.js';

/** Writes entries into `audit_log`, in the transaction of the recorded action (ADR 21). */
@Injectable()
export class AuditTrail {
  /** @param executor inside the transaction of the write @returns the id of the entry */
  async record(executor: SqlExecutor, author: Author, entry: AuditEntry): Promise<string> {
    const { action, resource, id, websiteID, formerWebsiteID, paths = [], counts } = entry;
    const websiteOfAuthor = author.role === 'account' ? author.websiteID : undefined;
    const pair = 'command' in author ? undefined : author;
    const label = pair?.role === 'operator' ? pair.label : undefined;
    const via = 'command' in author ? { command: author.command } : requestOf(author);
    const [recorded] = await executor.execute<{ id: string }>(sql`
      INSERT INTO audit_log (role, author_website_id, credential_id, credential_label, address, request_id, command,
        action, resource, resource_id, website_id, former_website_id, paths, counts)
      VALUES (${author.role}, ${websiteOfAuthor}, ${pair?.credential}, ${label}, ${via.address}, ${via.id}, ${via.command},
        ${action}, ${resource}, ${id}, ${websiteID},
        ${formerWebsiteID === websiteID ? null : formerWebsiteID}, ${paths}, ${counts && JSON.stringify(counts)})
      RETURNING id`);
    return recorded?.id ?? '';
  }

  /** Adds the outcome of a run of several transactions, in its last transaction. */
  async complete(executor: SqlExecutor, entry: string, counts: Required<AuditEntry>['counts']): Promise<void> {
    await executor.execute(sql`UPDATE audit_log SET counts = ${JSON.stringify(counts)} WHERE id = ${entry}::bigint`);
  }
}

interface Via {
  readonly address?: string;
  readonly id?: string;
  readonly command?: string;
}

/** Visitors send public keys; their addresses are not stored. */
const requestOf = ({ request }: Exclude<Author, { command: string }>): Via => ({
  ...(recipientOf(request).audience === 'clients' && { address: clientAddress(request) }),
  id: requestId(request),
});
