import type { AuditItem } from '@app/audit';

/** An entry in a line: "2026-03-07T22:30:00.000Z update account 12 (about) by account 12, credential 31, from 203.0.113.7". */
export function auditWords(entry: AuditItem): string {
  const { at, action, resource, resourceID, websiteID, paths, counts } = entry;
  const what = [at, action, resource, ...(resourceID === null ? [] : [resourceID])].join(' ');
  const whose = websiteID !== null && resource !== 'account' ? ` of account ${websiteID}` : '';
  const fields = paths.length > 0 ? ` (${paths.join(', ')})` : '';
  const counted = Object.entries(counts ?? {}).filter(([, count]) => count !== 0);
  const numbers = counted.length > 0 ? `: ${counted.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}` : '';
  return `${what}${whose}${fields}${numbers} by ${authorOf(entry)}`;
}

function authorOf(entry: AuditItem): string {
  const { role, authorWebsiteID, credential, credentialLabel, address, requestId, command } = entry;
  const account = role === 'operator' ? 'the operator' : `account ${authorWebsiteID}`;
  const label = credentialLabel === null ? '' : ` (${credentialLabel})`;
  const who = credential === null ? account : `${account}, credential ${credential}${label}`;
  const by = command === null ? `, from ${address}, request ${requestId}` : `, command ${command}`;
  return who + by;
}
