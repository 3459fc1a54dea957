import { Account } from './account.entity.js';
import { Agent } from './agent.entity.js';
import { Credential } from './credential.entity.js';
import { ListingAgent } from './listing-agent.entity.js';
import { ListingDocument } from './listing-document.entity.js';
import { Listing } from './listing.entity.js';
import { Property } from './property.entity.js';
import { Suburb } from './suburb.entity.js';

/** Every entity; the schema `usual` is made of them. */
export const entities = [Suburb, Account, Credential, Agent, Property, Listing, ListingDocument, ListingAgent];
