import 'reflect-metadata';
import { Account } from '@app/accounts';
import { Agent } from '@app/agents';
import { Credential } from '@app/auth';
import type { StoreSettings } from '@app/config';
import { dataSourceOptions } from '@app/database';
import { FeedRun, FeedRunProblem, HeldListing } from '@app/feeds';
import { DeletedListing, Listing, ListingAgent, ListingDocument, ListingEvent, ListingInspection } from '@app/listings';
import { Property, PropertyDocument } from '@app/properties';
import { Suburb } from '@app/suburbs';
import type { DataSourceOptions } from 'typeorm';

const entities = [
  Suburb,
  Account,
  Credential,
  Agent,
  Property,
  PropertyDocument,
  Listing,
  ListingDocument,
  ListingAgent,
  ListingInspection,
  ListingEvent,
  DeletedListing,
  FeedRun,
  FeedRunProblem,
  HeldListing,
];

/** How a process reaches the store at a URL; the application, the commands and the tests alike. */
export function storeOptions(url: string, settings: StoreSettings): DataSourceOptions {
  const { databasePoolSize: poolSize, statementTimeoutMs } = settings;
  // The embedded server has no other way to it.
  const directUrl = settings.databaseUrl === undefined ? undefined : settings.databaseDirectUrl;
  return dataSourceOptions({ url, directUrl, poolSize, statementTimeoutMs }, entities);
}
